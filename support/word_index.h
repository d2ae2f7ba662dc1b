// Gives each sequence of integers a number; equal sequences get the same number. Such sequences stand for nodes, types, shapes
// and calls.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace aunit::support {

/// Maps equal sequences of words to the same number. Numbers count from 0, in the order in which sequences are first inserted.
/// Open addressing over one array of words, so that a sequence needs no allocation of its own.
class WordIndex {
 public:
  struct Entry {
    std::uint32_t number;
    bool added;
  };
  /// Returns the number of a sequence. An unknown sequence is inserted and gets the next number, size().
  Entry insert(std::span<const std::uint32_t> words);
  std::optional<std::uint32_t> find(std::span<const std::uint32_t> words) const;
  std::size_t size() const { return ends_.size(); }
  /// Removes all sequences except the first `size`.
  void shrink(std::size_t size);

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = free;
  };
  static constexpr std::uint32_t free = 0xFFFFFFFF;

  static std::uint32_t hashOf(std::span<const std::uint32_t> words);
  std::span<const std::uint32_t> wordsOf(std::size_t number) const;
  std::size_t slotOf(std::uint32_t hash, std::span<const std::uint32_t> words) const;
  void grow();

  std::vector<std::uint32_t> words_;  // words of all sequences, one after the other
  std::vector<std::uint32_t> ends_;   // by number of a sequence: the end of its words in words_
  std::vector<Slot> slots_;           // linear probing; the size is a power of two, at most half of the slots are used
};

}  // namespace aunit::support
