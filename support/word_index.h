// An index that numbers sequences of words. It identifies nodes, types, shapes and calls, which are equal if their words are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace aunit::support {

/// Gives equal sequences of words the same number; numbers count from 0 in the order of first appearance. Open addressing over
/// one pool of words, so that a sequence needs no allocation of its own.
class WordIndex {
 public:
  struct Entry {
    std::uint32_t number;
    bool added;
  };
  /// The number of a sequence; an unknown sequence is added and gets the next number, size().
  Entry insert(std::span<const std::uint32_t> words);
  std::optional<std::uint32_t> find(std::span<const std::uint32_t> words) const;
  std::size_t size() const { return ends_.size(); }
  /// Forgets all but the first `size` sequences.
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

  std::vector<std::uint32_t> words_;  // of all sequences, concatenated
  std::vector<std::uint32_t> ends_;   // by number: the end of its words in words_
  std::vector<Slot> slots_;           // linear probing; a power of two, never more than half full
};

}  // namespace aunit::support
