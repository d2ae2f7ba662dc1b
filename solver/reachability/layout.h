// Packed states. A packed state contains the location of every process and the value of every variable. Each of them takes only
// as many bits as its domain needs, so a machine word holds several.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "model/program.h"

namespace aunit::reachability {

namespace program = model::program;

/// A position in an unpacked state. An unpacked state is a list of integers: the location of each process, then the value of each
/// variable.
using Slot = std::uint32_t;

class Layout {
 public:
  explicit Layout(const program::Program& program) : processes_(static_cast<Slot>(program.processes.size())) {
    for (const program::Process& process : program.processes) place(0, process.locations.size());
    for (const program::Variable& variable : program.variables) place(variable.domain.low, variable.domain.size());
  }

  std::uint32_t words() const { return words_; }
  Slot slots() const { return static_cast<Slot>(fields_.size()); }
  Slot processes() const { return processes_; }
  Slot slotOf(program::VariableId variable) const { return processes_ + variable; }

  void unpack(const std::uint64_t* packed, std::int64_t* values) const {
    for (const Field& field : fields_)
      *values++ = static_cast<std::int64_t>((packed[field.word] >> field.shift) & field.mask) + field.low;
  }
  void set(std::uint64_t* packed, Slot slot, std::int64_t value) const {
    const Field& field = fields_[slot];
    packed[field.word] =
        (packed[field.word] & ~(field.mask << field.shift)) | (static_cast<std::uint64_t>(value - field.low) << field.shift);
  }
  program::State state(const std::int64_t* values) const {
    program::State state;
    for (Slot i = 0; i < processes_; ++i) state.locations.push_back(static_cast<program::LocationId>(values[i]));
    state.values.assign(values + processes_, values + slots());
    return state;
  }
  void pack(const program::State& state, std::uint64_t* packed) const {
    for (std::uint32_t w = 0; w < words_; ++w) packed[w] = 0;
    for (Slot i = 0; i < processes_; ++i) set(packed, i, state.locations[i]);
    for (Slot i = processes_; i < slots(); ++i) set(packed, i, state.values[i - processes_]);
  }

 private:
  struct Field {
    std::int64_t low;
    std::uint64_t mask;
    std::uint32_t word;
    std::uint32_t shift;
  };

  /// Adds a field for `size` values from `low` on. No field crosses a word boundary.
  void place(std::int64_t low, std::uint64_t size) {
    const auto bits = static_cast<std::uint32_t>(std::bit_width(size - 1));
    if (used_ + bits > 64) {
      ++words_;
      used_ = 0;
    }
    // A field with one value needs no bits, so it may follow a full word. Then `used_` is 64, and a shift by 64 bits is
    // undefined. So the shift of such a field is 0.
    fields_.push_back({low, (std::uint64_t{1} << bits) - 1, words_ - 1, bits == 0 ? 0 : used_});
    used_ += bits;
  }

  Slot processes_;
  std::vector<Field> fields_;
  std::uint32_t words_ = 1;
  std::uint32_t used_ = 0;
};

}  // namespace aunit::reachability
