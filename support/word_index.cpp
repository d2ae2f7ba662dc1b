#include "support/word_index.h"

#include <algorithm>
#include <stdexcept>

#include "support/hash.h"

namespace aunit::support {

std::uint32_t WordIndex::hashOf(std::span<const std::uint32_t> words) {
  std::uint64_t hash = words.size();
  for (const std::uint32_t word : words) hash = mixed(hash, word);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

std::span<const std::uint32_t> WordIndex::wordsOf(std::size_t number) const {
  const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
  return {words_.data() + begin, ends_[number] - begin};
}

/// The slot that contains the sequence, or the free slot where it must be inserted.
std::size_t WordIndex::slotOf(std::uint32_t hash, std::span<const std::uint32_t> words) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.number == free || (slot.hash == hash && std::ranges::equal(wordsOf(slot.number), words))) return at;
  }
}

// Doubles the number of slots. Inserts the sequences in ascending order of their numbers, because shrink() relies on this order.
void WordIndex::grow() {
  std::vector<Slot> slots(std::max<std::size_t>(16, 2 * slots_.size()));
  const std::size_t mask = slots.size() - 1;
  for (std::uint32_t number = 0; number < ends_.size(); ++number) {
    const std::uint32_t hash = hashOf(wordsOf(number));
    std::size_t at = hash & mask;
    while (slots[at].number != free) at = (at + 1) & mask;
    slots[at] = {hash, number};
  }
  slots_ = std::move(slots);
}

WordIndex::Entry WordIndex::insert(std::span<const std::uint32_t> words) {
  if (2 * (ends_.size() + 1) > slots_.size()) grow();
  const std::uint32_t hash = hashOf(words);
  Slot& slot = slots_[slotOf(hash, words)];
  if (slot.number != free) return {slot.number, false};
  const std::size_t begin = ends_.empty() ? 0 : ends_.back();
  if (words.size() >= free - begin) throw std::length_error("WordIndex: more than 2^32 words");
  words_.resize(begin);  // removes words of a failed insertion
  words_.insert(words_.end(), words.begin(), words.end());
  ends_.push_back(static_cast<std::uint32_t>(begin + words.size()));
  slot = {hash, static_cast<std::uint32_t>(ends_.size() - 1)};
  return {slot.number, true};
}

std::optional<std::uint32_t> WordIndex::find(std::span<const std::uint32_t> words) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[slotOf(hashOf(words), words)];
  return slot.number == free ? std::nullopt : std::optional(slot.number);
}

// The sequence with the largest number was inserted last. No other probe chain continues over its slot, so the slot can be freed.
void WordIndex::shrink(std::size_t size) {
  while (ends_.size() > size) {
    const std::size_t number = ends_.size() - 1;
    slots_[slotOf(hashOf(wordsOf(number)), wordsOf(number))] = {};
    ends_.pop_back();
    words_.resize(ends_.empty() ? 0 : ends_.back());
  }
}

}  // namespace aunit::support
