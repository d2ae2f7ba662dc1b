// Bounds: the atoms of a command's universe and, for every signature and field, the tuples it must and may hold (Torlak &
// Jackson, TACAS 2007). Section 15 of the language reference says how many atoms each signature may have.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "solver/circuit/matrix.h"
#include "solver/grounding/records.h"
#include "solver/grounding/scope.h"

namespace aunit::solver {

/// In universes of more than `fewAtoms` atoms, a relation or the value of an expression may have too many possible tuples to list
/// them all.
inline constexpr std::uint32_t fewAtoms = 64;

struct RelationBound {
  std::vector<TupleCode> lower;                      // sorted, part of upper
  std::vector<TupleCode> upper;                      // sorted; empty while the upper bound is a product
  std::vector<std::vector<TupleCode>> columns = {};  // the sets whose product is the upper bound; empty if `upper` lists it
  bool functional = false;                           // the declaration allows no two tuples that differ in the last column only
};

/// `broken`: if instances differ only in the names of interchangeable atoms, the bounds may exclude all but one of these
/// instances.
enum class Symmetries : std::uint8_t { kept, broken };

class Bounds {
 public:
  /// A totally ordered signature's atoms are in the order of their numbers. With Symmetries::kept, this is so only if the
  /// Analyzer represents the signature by one relation. `literals` are the strings that the problem mentions; they are the atoms
  /// of String (language reference 12.1). An upper bound with very many tuples is stored as a product of sets of atoms. Its
  /// tuples are not listed until `list` is called. `records`: see recordsIn(). Throws Exhausted, and Unsupported for scope errors
  /// and for universes that are too large.
  Bounds(const model::Model& model, SigSizes sizes, const std::set<model::StringId>& literals, Symmetries symmetries,
         support::Meter& meter, std::span<const Record> records = {});
  /// Bounds for the states of behaviours over the atoms of an instance: static relations have the values of the instance, `var`
  /// relations may have any value. Throws like the constructor above.
  Bounds(const model::Model& model, const model::Instance& fixed, support::Meter& meter);

  const SigSizes& sizes() const { return sizes_; }
  std::uint32_t universeSize() const { return universeSize_; }
  std::uint32_t firstString() const { return firstString_; }
  std::uint32_t firstInt() const { return firstInt_; }
  /// The bit width of calculations.
  int integerWidth() const { return model::integerWidth(sizes_.bitwidth, universeSize_); }
  std::int32_t intValue(std::uint32_t atom) const { return static_cast<std::int32_t>(atom - firstInt_) + minInt_; }
  std::uint32_t intAtom(std::int32_t value) const { return firstInt_ + static_cast<std::uint32_t>(value - minInt_); }
  /// The string literals in the order of their atoms; `stringAtom` gives the atom of a literal.
  const std::vector<std::string>& strings() const { return strings_; }
  std::optional<std::uint32_t> stringAtom(std::string_view literal) const;

  const RelationBound& sig(model::SigId id) const { return sigs_[id]; }
  const RelationBound& field(model::FieldId id) const { return fields_[id]; }

  /// Whether at least one upper bound is a product of more than `tuples` tuples.
  bool hasProducts(std::uint64_t tuples) const;
  /// Lists the upper bounds that are still products. Throws Exhausted, and Unsupported when one has too many tuples to list.
  void list(const model::Model& model, support::Meter& meter);

  /// Replaces a bound by a narrower one.
  void narrow(model::SigId id, std::vector<TupleCode> lower, std::vector<TupleCode> upper);
  void narrowField(model::FieldId id, std::vector<TupleCode> lower, std::vector<TupleCode> upper);

  /// A signature whose scope allows at most `size` atoms or, for a record, exactly `size` atoms. The bounds alone do not ensure
  /// it.
  struct SizeLimit {
    model::SigId sig;
    std::size_t size;
    bool exact;
  };
  const std::vector<SizeLimit>& sizeLimits() const { return sizeLimits_; }

  /// Whether the bounds determine all fields and subset signatures: their lower bound equals their upper bound.
  bool isDetermined(const model::Model& model) const;
  /// Whether the bounds differ between Symmetries::kept and Symmetries::broken.
  bool dependsOnSymmetries() const { return dependsOnSymmetries_; }

  /// Classes of atoms that the bounds do not distinguish, except for records of which they are values.
  const std::vector<std::vector<std::uint32_t>>& interchangeable() const { return classes_; }

  /// A record's atoms, in the order of their values. The last field's value changes fastest.
  struct RecordAtoms {
    Record record;
    std::uint32_t first = 0;
    struct Range {
      std::uint32_t first, count;
    };
    std::vector<Range> values;  // by field
    /// The values of the fields of the atom `first + index`.
    std::vector<std::uint32_t> valuesOf(std::uint32_t index) const;
  };
  const std::vector<RecordAtoms>& records() const { return records_; }
  /// Whether the signature of a field is a record, and its atoms alone determine the field.
  bool isOfRecord(model::FieldId id) const;
  using Exchange = std::pair<std::uint32_t, std::uint32_t>;  // two atoms
  /// Adds the exchanges of records that follow from exchanges of their values.
  void addRecords(std::vector<Exchange>& exchanges) const;

  /// Chooses an atom for each name of a valuation if the atoms are interchangeable: then it does not matter which atoms are
  /// chosen. The chosen atoms are not interchangeable afterwards. `given`: see model::Command.
  void choose(const model::Model& model, const model::Scope& scope, model::ExprId given);
  /// The atom that choose() chose for a variable; nothing if it chose none. If the atom need not exist, a solution may lack it.
  std::optional<std::uint32_t> chosen(model::VarId variable) const;

 private:
  friend class BoundsBuilder;
  friend class SymmetryBuilder;

  SigSizes sizes_;
  std::uint32_t universeSize_ = 0;
  std::uint32_t firstString_ = 0;
  std::uint32_t firstInt_ = 0;
  std::int32_t minInt_ = 0;
  bool dependsOnSymmetries_ = false;
  std::vector<std::string> strings_;
  std::vector<RelationBound> sigs_;
  std::vector<RelationBound> fields_;
  std::vector<SizeLimit> sizeLimits_;
  std::vector<RecordAtoms> records_;
  std::vector<std::vector<std::uint32_t>> classes_;
  std::unordered_map<model::VarId, std::uint32_t> chosen_;
};

}  // namespace aunit::solver
