// Instances: the values of all signatures and fields in every state. Tests state instances, the solver finds them, and files
// contain them.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "model/relations/tuple_set.h"
#include "model/semantics.h"

namespace aunit::model {

/// The number of bits in calculations. If `bitwidth` is 0, no integer is an atom, and calculations have enough bits to count the
/// atoms of the universe (language reference 11).
inline int integerWidth(int bitwidth, std::uint32_t atoms) {
  return bitwidth > 0 ? bitwidth : static_cast<int>(std::bit_width(atoms)) + 1;
}

/// The atoms of an instance, with names. Their order is: atoms of signatures, strings, the 2^bitwidth integers in ascending
/// order. With this order, a TupleSet over atoms of signatures needs no words for strings and integers.
class Universe {
 public:
  /// `bitwidth` is 0 .. 30; 0 means that there are no integers. `strings` include their quotes. All names must be different.
  Universe(std::vector<std::string> atoms, std::vector<std::string> strings, int bitwidth);

  std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }
  int bitwidth() const { return bitwidth_; }
  /// The number of bits in calculations. Differs from bitwidth() only if bitwidth() is 0.
  int integerWidth() const { return model::integerWidth(bitwidth_, size()); }
  const std::string& name(Atom a) const { return names_[a]; }
  std::optional<Atom> find(std::string_view name) const;

  Atom firstString() const { return firstString_; }
  Atom firstInt() const { return firstInt_; }
  bool isInt(Atom a) const { return a >= firstInt_; }
  bool isString(Atom a) const { return a >= firstString_ && a < firstInt_; }
  std::int32_t minInt() const { return bitwidth_ == 0 ? 0 : -(std::int32_t{1} << (bitwidth_ - 1)); }
  std::int32_t maxInt() const { return bitwidth_ == 0 ? -1 : (std::int32_t{1} << (bitwidth_ - 1)) - 1; }
  std::int32_t intValue(Atom a) const { return static_cast<std::int32_t>(a - firstInt_) + minInt(); }
  /// The atom of an integer. Requires that the integer is in minInt() .. maxInt().
  Atom intAtom(std::int32_t value) const { return firstInt_ + static_cast<Atom>(value - minInt()); }

 private:
  std::size_t slotOf(std::string_view name) const;

  std::vector<std::string> names_;
  std::vector<Atom> slots_;  // hash table of all names except integers, with linear probing; at most half of the slots are used
  int bitwidth_ = 4;
  Atom firstString_ = 0;
  Atom firstInt_ = 0;
};

/// A relation without a declaration: a witness that the solver has chosen ("$show_x").
struct Skolem {
  std::string name;
  std::uint8_t arity = 1;
};

/// The values of all signatures, fields and skolems in one state. `sigs` and `fields` are indexed by id. Built-in signatures are
/// empty here, because the universe and the state determine their values. Every state has the values of static relations.
struct State {
  std::vector<TupleSet> sigs;
  std::vector<TupleSet> fields;
  std::vector<TupleSet> skolems;
};

/// A lasso: states 0 .. n-1, and the state `loop`, which follows the last one. A static instance has one state, and loop 0.
struct Instance {
  std::shared_ptr<const Universe> universe;
  int maxSequence = 4;  // seq/Int is 0 .. maxSequence-1
  std::vector<State> states;
  std::uint32_t loop = 0;
  std::vector<Skolem> skolems;
  Semantics semantics;  // the semantics under which the instance was found, or is judged

  int bitwidth() const { return universe->bitwidth(); }
};

}  // namespace aunit::model
