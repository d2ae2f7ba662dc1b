// An input for JSON parsers that records positions.
#pragma once

#include <cstddef>
#include <iterator>

namespace aunit::model {

/// An iterator over a text. It records how far the parser has read, because the parser does not report positions.
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
