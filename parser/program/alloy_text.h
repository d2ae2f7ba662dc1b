// Alloy text under construction, with the places in the program that its pieces were made from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "parser/alloy/parse.h"
#include "parser/program/translation.h"

namespace aunit::parser::program {

/// Thrown when the text grows beyond what the Alloy front end reads.
struct TextTooLarge {};

class AlloyText {
 public:
  template <typename... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    if (text_.size() > alloy::largestFile) throw TextTooLarge();
  }

  /// Everything that `write` adds says the same as `span`. `inside` is how much of it at both ends are parentheses: whether they
  /// belong to the expression is the reader's affair, so both stretches are noted.
  template <typename Write>
  void from(model::Span span, std::uint32_t parentheses, Write write) {
    const auto begin = static_cast<std::uint32_t>(text_.size());
    write();
    const auto end = static_cast<std::uint32_t>(text_.size());
    if (!span.known()) return;
    origins_.push_back({begin, end, span});
    if (parentheses != 0) origins_.push_back({begin + parentheses, end - parentheses, span});
  }

  std::string& text() { return text_; }
  std::vector<Origin>& origins() { return origins_; }

 private:
  std::string text_;
  std::vector<Origin> origins_;
};

}  // namespace aunit::parser::program
