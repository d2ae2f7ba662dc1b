// Reads JSON with the positions of its parts.
#pragma once

#include <cstddef>
#include <iterator>

namespace aunit::model {

/// An iterator over a text that records how far the parser has read, since the parser reports no positions.
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
