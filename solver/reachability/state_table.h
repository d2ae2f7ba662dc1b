// The table of the states found so far. Each state is in it once, with the state from which it was first reached. The states are
// in the order in which they were found.
//
// The table is divided into shards by hash, so that threads can insert states at the same time without locks: each thread inserts
// into shards of its own. The number of shards does not depend on the number of threads, so runs with any number of threads find
// the same states in the same order.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace aunit::reachability {

/// The number of a state among all shards: (position in its shard) * shardCount + (number of its shard).
using StateId = std::uint32_t;
inline constexpr StateId noState = 0xffffffff;

inline constexpr std::uint32_t shardCount = 8;

inline std::uint64_t hashOf(const std::uint64_t* packed, std::uint32_t words) {
  std::uint64_t hash = 0x9e3779b97f4a7c15;
  for (std::uint32_t w = 0; w < words; ++w) {
    // Multiply and fold, as in wyhash.
    const unsigned __int128 product = static_cast<unsigned __int128>(packed[w] ^ hash) * 0xd6e8feb86659fd93u;
    hash = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
  return hash ^ (hash >> 29);
}
inline std::uint32_t shardOf(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash) % shardCount;
}

class Shard {
 public:
  explicit Shard(std::uint32_t words) : words_(words), table_(1024) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(parents_.size()); }
  const std::uint64_t* state(std::uint32_t index) const { return &states_[std::size_t{index} * words_]; }
  StateId parent(std::uint32_t index) const { return parents_[index]; }
  std::size_t bytes() const {
    return states_.capacity() * sizeof(std::uint64_t) + parents_.capacity() * sizeof(StateId) +
           table_.size() * sizeof(std::uint64_t);
  }

  /// prefetchEntry() prefetches the entry that insert() will read, prefetchState() the state to which this entry refers.
  /// prefetchState() reads the entry, so call it some time after prefetchEntry().
  void prefetchEntry(std::uint64_t hash) const { __builtin_prefetch(&table_[slotOf(hash)]); }
  void prefetchState(std::uint64_t hash) const {
    const std::uint64_t entry = table_[slotOf(hash)];
    if (entry != 0 && tagOf(entry) == tagOf(hash)) __builtin_prefetch(state(indexOf(entry)));
  }

  /// Adds a state. Returns false if the table already contains it.
  bool insert(const std::uint64_t* packed, std::uint64_t hash, StateId parent) {
    std::size_t slot = slotOf(hash);
    for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1))
      if (isAt(slot, packed, hash)) return false;
    states_.insert(states_.end(), packed, packed + words_);
    parents_.push_back(parent);
    table_[slot] = entryOf(hash, size());
    if (std::size_t{size()} * 2 > table_.size()) grow();
    return true;
  }

  /// The index of a state, or noState.
  std::uint32_t find(const std::uint64_t* packed, std::uint64_t hash) const {
    for (std::size_t slot = slotOf(hash); table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1))
      if (isAt(slot, packed, hash)) return indexOf(table_[slot]);
    return noState;
  }

 private:
  // An entry holds the upper half of the hash and the state's index plus one; 0 is empty. The lowest bits of the hash select the
  // shard, the bits above them the slot.
  static std::uint64_t tagOf(std::uint64_t x) { return x >> 32; }
  static std::uint64_t entryOf(std::uint64_t hash, std::uint32_t position) { return (tagOf(hash) << 32) | position; }
  static std::uint32_t indexOf(std::uint64_t entry) { return static_cast<std::uint32_t>(entry) - 1; }
  std::size_t slotOf(std::uint64_t hash) const { return (hash >> std::countr_zero(shardCount)) & (table_.size() - 1); }
  bool isAt(std::size_t slot, const std::uint64_t* packed, std::uint64_t hash) const {
    const std::uint64_t entry = table_[slot];
    return tagOf(entry) == tagOf(hash) && std::memcmp(state(indexOf(entry)), packed, words_ * sizeof(std::uint64_t)) == 0;
  }
  void grow() {
    std::vector<std::uint64_t>(table_.size() * 2).swap(table_);
    for (std::uint32_t i = 0; i < size(); ++i) {
      const std::uint64_t hash = hashOf(state(i), words_);
      std::size_t slot = slotOf(hash);
      while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
      table_[slot] = entryOf(hash, i + 1);
    }
  }

  std::uint32_t words_;
  std::vector<std::uint64_t> states_;  // packed, one after the other
  std::vector<StateId> parents_;
  std::vector<std::uint64_t> table_;  // open addressing, at most half full
};

class StateTable {
 public:
  explicit StateTable(std::uint32_t words) : words_(words), shards_(shardCount, Shard(words)) {}

  Shard& shard(std::uint32_t s) { return shards_[s]; }
  const Shard& shard(std::uint32_t s) const { return shards_[s]; }
  const std::uint64_t* state(StateId id) const { return shards_[id % shardCount].state(id / shardCount); }
  StateId parent(StateId id) const { return shards_[id % shardCount].parent(id / shardCount); }
  StateId find(const std::uint64_t* packed) const {
    const std::uint64_t hash = hashOf(packed, words_);
    const std::uint32_t index = shards_[shardOf(hash)].find(packed, hash);
    return index == noState ? noState : index * shardCount + shardOf(hash);
  }
  std::uint64_t size() const {
    std::uint64_t sum = 0;
    for (const Shard& shard : shards_) sum += shard.size();
    return sum;
  }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Shard& shard : shards_) sum += shard.bytes();
    return sum;
  }

 private:
  std::uint32_t words_;
  std::vector<Shard> shards_;
};

}  // namespace aunit::reachability
