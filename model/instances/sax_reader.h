// Reading of JSON whose parts have places.
#pragma once

#include <cstddef>
#include <iterator>

namespace aunit::model {

/// A place in a text that tells how far the parser has read, which counts no places itself.
struct SaxReader {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at = nullptr;
  const char** reached = nullptr;

  reference operator*() const { return *at; }
  SaxReader& operator++() {
    *reached = ++at;
    return *this;
  }
  SaxReader operator++(int) {
    SaxReader before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const SaxReader& a, const SaxReader& b) { return a.at == b.at; }
  friend bool operator!=(const SaxReader& a, const SaxReader& b) { return a.at != b.at; }
};

}  // namespace aunit::model
