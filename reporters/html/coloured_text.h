// A source text as markup, line by line, with coloured stretches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::reporters::html {

/// A nonempty part of a text: the bytes from `begin` to `end` - 1. `subject` is an index in the page's list of formulas, mutated
/// places, suspects or changes.
struct Stretch {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t subject = 0;
};

/// Sorts the stretches, outer stretches first, and removes each stretch that partly overlaps an earlier one.
std::vector<Stretch> nested(std::vector<Stretch> stretches);

/// The lines from `first` to `last`, counted from 1, are hidden until the reader opens them.
struct Fold {
  std::size_t first = 1, last = 1;
};

/// The groups of at least four successive lines that no stretch touches, in the order of the text.
std::vector<Fold> foldsOf(std::string_view text, const std::vector<Stretch>& stretches);

struct TextColours {
  std::string of = {};                  // prefix of the ids of lines and spans, for pages with several texts
  std::vector<std::string> classNames;  // by stretch
  std::function<std::string(std::span<const Stretch> begun)> sign;  // markup before a line, for the stretches that begin on it
  std::function<std::string(std::size_t line)> below;               // markup under a line; may be null
  std::vector<Fold> folds = {};                                     // see foldsOf()
};

/// The lines as markup. Each line has its number as anchor ("L12"), and spans for its stretches. A span is closed at the end of
/// its line and opened again on the next line. The first span of a stretch has the stretch's index as id ("o3"); later spans have
/// the index in a data attribute.
std::string colouredText(std::string_view text, const std::vector<Stretch>& stretches, const TextColours& colours);

}  // namespace aunit::reporters::html
