#include "solver/grounding/bounds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "solver/grounding/analysis.h"
#include "solver/grounding/symmetry.h"
#include "solver/unsupported.h"
#include "support/budget.h"

namespace aunit::solver {

namespace {

using namespace model;
namespace builtin = model::builtin;

using Tuples = std::vector<TupleCode>;

constexpr std::uint64_t maximalAtoms = 1u << 20;
constexpr std::uint64_t maximalTuples = std::uint64_t{1} << 24;
// An upper bound with more tuples than this is stored as a product, because formulas about the relation may narrow it before
// its tuples are listed.
constexpr std::uint64_t mostListedAtOnce = 1u << 8;

Tuples unite(const Tuples& a, const Tuples& b) {
  Tuples r;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r));
  return r;
}

Tuples intersect(const Tuples& a, const Tuples& b) {
  Tuples r;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r));
  return r;
}

Tuples subtract(const Tuples& a, const Tuples& b) {
  Tuples r;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r));
  return r;
}

}  // namespace

class BoundsBuilder {
 public:
  BoundsBuilder(const model::Model& model, const std::set<model::StringId>& literals, Symmetries symmetries,
                support::Meter& meter, Bounds& out, std::span<const Record> records = {})
      : model_(model), literals_(literals), symmetries_(symmetries), records_(records), meter_(meter), out_(out) {}

  void run() {
    countAtoms();
    allocateSigs();
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      if (model_.isTopLevel(id)) boundChildren(id);
    }
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) boundSubset(id);
    limitSizes();
    for (FieldId id = 0; id < model_.fields().size(); ++id) boundField(id);
    boundRecords();
    SymmetryBuilder(model_, symmetries_, meter_, out_).run();
  }

  void runOn(const model::Instance& fixed) {
    const model::Universe& universe = *fixed.universe;
    for (model::Atom a = universe.firstString(); a < universe.firstInt(); ++a) out_.strings_.push_back(universe.name(a));
    out_.firstString_ = universe.firstString();
    out_.firstInt_ = universe.firstInt();
    out_.minInt_ = universe.minInt();
    out_.universeSize_ = universe.size();
    out_.sigs_.assign(model_.sigs().size(), {});
    boundBuiltIn();
    std::vector<bool> done(model_.sigs().size(), false);
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) boundSigOn(fixed, id, done);
    for (FieldId id = 0; id < model_.fields().size(); ++id) {
      boundField(id);
      if (model_.field(id).isVar) continue;
      out_.fields_[id].lower = out_.fields_[id].upper = codesOf(fixed.states.front().fields[id]);
      out_.fields_[id].columns.clear();
    }
    list();
  }

  void list() {
    for (FieldId id = 0; id < model_.fields().size(); ++id) {
      RelationBound& bound = out_.fields_[id];
      if (bound.columns.empty()) continue;
      std::vector<Factor> factors;
      std::vector<std::size_t> sizes;
      for (Tuples& column : bound.columns) {
        sizes.push_back(column.size());
        factors.push_back({std::move(column), 1});
      }
      bound.columns.clear();
      checkListed(model_.field(id), sizes);
      bound.upper = product(std::move(factors), model_.field(id).span);
    }
  }

  static void checkListed(const model::Field& field, const std::vector<std::size_t>& sizes) {
    double tuples = 1;
    for (const std::size_t size : sizes) tuples *= static_cast<double>(size);
    if (tuples <= static_cast<double>(maximalTuples)) return;
    throw Unsupported(
        fmt::format("the relation `{0}` may hold {1} tuples, more than the {2} that this engine allows; choose a smaller scope, "
                    "or add a fact that lists the possible tuples, such as `{0} in a->b + c->d`",
                    field.name, fmt::join(sizes, " x "), maximalTuples),
        field.span);
  }

 private:
  // ---- what an instance fixes ----

  Tuples codesOf(const model::TupleSet& set) const {
    Tuples codes;
    set.forEach([&](std::span<const model::Atom> tuple) {
      TupleCode code = 0;
      for (const model::Atom atom : tuple) code = code * out_.universeSize_ + atom;
      codes.push_back(code);
    });
    std::sort(codes.begin(), codes.end());
    return codes;
  }

  void boundSigOn(const model::Instance& fixed, SigId id, std::vector<bool>& done) {
    if (id < builtin::count || done[id]) return;
    done[id] = true;
    const Sig& sig = model_.sig(id);
    RelationBound& bound = out_.sigs_[id];
    if (!sig.isVar) {
      bound.lower = bound.upper = codesOf(fixed.states.front().sigs[id]);
      return;
    }
    Tuples upper;
    for (const SigId parent : sig.parents) {
      boundSigOn(fixed, parent, done);
      upper = unite(upper, out_.sigs_[parent].upper);
    }
    if (model_.isTopLevel(id))
      for (std::uint32_t a = 0; a < out_.firstString_; ++a) upper.push_back(a);
    out_.sigs_[id].upper = std::move(upper);
  }
  // ---- atoms ----

  void countAtoms() {
    const SigSizes& sizes = out_.sizes_;
    std::uint64_t atoms = 0;
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      if (model_.isTopLevel(id)) atoms += atomsOf(id);
    }
    std::set<std::string> literals;
    for (const model::StringId id : literals_) literals.insert(model_.strings()[id]);
    const std::uint64_t strings =
        std::max<std::uint64_t>(literals.size(), static_cast<std::uint64_t>(std::max(0, sizes.strings)));
    const std::uint64_t integers = sizes.bitwidth == 0 ? 0 : std::uint64_t{1} << sizes.bitwidth;
    const std::uint64_t total = atoms + strings + integers;
    if (total > maximalAtoms) {
      throw Unsupported(fmt::format(
          "the scope makes a universe of {} atoms ({} of signatures, {} strings, 2^{} integers); at most {} are possible", total,
          atoms, strings, sizes.bitwidth, maximalAtoms));
    }
    out_.strings_.assign(literals.begin(), literals.end());
    for (int k = 0; static_cast<int>(out_.strings_.size()) < sizes.strings; ++k) {
      const std::string filler = fmt::format("\"String{}\"", k);
      if (literals.insert(filler).second) out_.strings_.push_back(filler);
    }
    out_.firstString_ = static_cast<std::uint32_t>(atoms);
    out_.firstInt_ = out_.firstString_ + static_cast<std::uint32_t>(out_.strings_.size());
    out_.minInt_ = sizes.bitwidth == 0 ? 0 : -(std::int32_t{1} << (sizes.bitwidth - 1));
    out_.universeSize_ = static_cast<std::uint32_t>(total);
  }

  // ---- signatures ----

  const Record* recordOf(SigId id) const {
    const auto found = std::ranges::find(records_, id, &Record::sig);
    return found == records_.end() ? nullptr : &*found;
  }

  /// The number of atoms that a signature's upper bound has; for a signature that is a child, at least.
  std::size_t atomsOf(SigId id) const {
    const Record* const record = recordOf(id);
    return record ? record->atoms : static_cast<std::size_t>(std::max(0, out_.sizes_.size[id]));
  }

  // As the Analyzer's BoundsComputer does it: the lower bound of an exact signature has its children's atoms and further atoms of
  // its own. A top-level signature that is not exact has the rest of its scope in its upper bound only.
  Tuples lowerBound(SigId id, std::uint32_t& next) {
    const Sig& sig = model_.sig(id);
    Tuples lower;
    for (const SigId child : sig.children) {
      const Tuples own = lowerBound(child, next);  // its atoms follow those of earlier children
      lower.insert(lower.end(), own.begin(), own.end());
      meter_.step(own.size());
    }
    Tuples upper = lower;
    const bool exact = out_.sizes_.exact[id] && !sig.isVar && !recordOf(id);
    if (exact || model_.isTopLevel(id)) {
      for (const std::size_t count = atomsOf(id); upper.size() < count;) {
        if (exact) lower.push_back(next);
        upper.push_back(next++);
      }
    }
    out_.sigs_[id] = {.lower = lower, .upper = upper};
    return lower;
  }

  void allocateSigs() {
    out_.sigs_.assign(model_.sigs().size(), {});
    std::uint32_t next = 0;
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      if (model_.isTopLevel(id)) lowerBound(id, next);
    }
    boundBuiltIn();
  }

  void boundBuiltIn() {
    RelationBound& univ = out_.sigs_[builtin::univ];
    for (std::uint32_t a = 0; a < out_.universeSize_; ++a) univ.upper.push_back(a);
    for (std::uint32_t a = out_.firstString_; a < out_.firstInt_; ++a) out_.sigs_[builtin::string].upper.push_back(a);
    for (std::uint32_t a = out_.firstInt_; a < out_.universeSize_; ++a) {
      out_.sigs_[builtin::integers].upper.push_back(a);
      const std::int32_t value = out_.intValue(a);
      if (value >= 0 && value < out_.sizes_.maxSequence) out_.sigs_[builtin::seqInt].upper.push_back(a);
    }
    for (const SigId id : {builtin::string, builtin::integers, builtin::seqInt}) out_.sigs_[id].lower = out_.sigs_[id].upper;
  }

  // The upper bound of a child: its lower bound, and the atoms of its parent that are in no child's lower bound.
  void boundChildren(SigId id) {
    const Sig& sig = model_.sig(id);
    Tuples owned;
    for (const SigId child : sig.children)
      owned.insert(owned.end(), out_.sigs_[child].lower.begin(), out_.sigs_[child].lower.end());
    std::sort(owned.begin(), owned.end());
    const Tuples shared = subtract(out_.sigs_[id].upper, owned);
    meter_.step(out_.sigs_[id].upper.size());
    for (const SigId child : sig.children) {
      RelationBound& bound = out_.sigs_[child];
      if (!shared.empty() && out_.sizes_.size[child] > static_cast<int>(bound.lower.size())) {
        meter_.step(shared.size());
        bound.upper = unite(bound.upper, shared);
      }
      boundChildren(child);
    }
  }

  void boundSubset(SigId id) {
    const Sig& sig = model_.sig(id);
    if (!sig.subset || subsetDone_.count(id) != 0) return;
    subsetDone_.insert(id);
    RelationBound bound;
    for (const SigId parent : sig.parents) {
      boundSubset(parent);
      bound.upper = unite(bound.upper, out_.sigs_[parent].upper);
      if (sig.subsetExact) bound.lower = unite(bound.lower, out_.sigs_[parent].lower);
    }
    out_.sigs_[id] = bound;
  }

  void limitSizes() {
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      if (model_.sig(id).subset) continue;
      const auto size = static_cast<std::size_t>(std::max(0, out_.sizes_.size[id]));
      const RelationBound& bound = out_.sigs_[id];
      const bool exact = out_.sizes_.exact[id] && recordOf(id);
      if (bound.upper.size() > size || exact) out_.sizeLimits_.push_back({id, size, exact});
    }
  }

  // ---- fields ----

  struct Factor {
    Tuples tuples;
    unsigned arity;
  };

  Tuples product(std::vector<Factor> factors, model::Span span) const {
    std::vector<std::size_t> sizes;
    for (const Factor& factor : factors) sizes.push_back(factor.tuples.size());
    checkProduct(sizes, maximalTuples, span);
    Tuples result = std::move(factors.back().tuples);
    TupleCode shift = 1;
    for (std::size_t i = factors.size() - 1; i-- > 0;) {
      for (unsigned column = 0; column < factors[i + 1].arity; ++column) shift *= out_.universeSize_;
      Tuples longer;
      meter_.room(factors[i].tuples.size() * result.size() * sizeof(TupleCode));
      longer.reserve(factors[i].tuples.size() * result.size());
      for (const TupleCode x : factors[i].tuples) {
        meter_.step(result.size());
        for (const TupleCode y : result) longer.push_back(x * shift + y);
      }
      result = std::move(longer);
    }
    return result;
  }

  std::vector<Factor> factorsOfUpper(ExprId id) const {
    std::vector<Factor> factors;
    for (const ExprId factor : factorsOf(model_, id)) factors.push_back({upper(factor), model_.expr(factor).arity});
    return factors;
  }

  void checkArity(unsigned arity, model::Span span) const {
    double possible = 1;
    for (unsigned i = 0; i < arity; ++i) possible *= out_.universeSize_;
    if (possible > 4e18) {
      throw Unsupported(
          fmt::format("a relation of arity {} over {} atoms has {}^{} possible tuples, more than this engine can number", arity,
                      out_.universeSize_, out_.universeSize_, arity),
          span);
    }
  }

  Tuples byType(const Expr& e) const {
    Tuples result;
    for (const model::Product& p : model_.type(e.type).products) {
      if (p.size() != e.arity) continue;
      std::vector<Factor> factors;
      for (const SigId column : p) factors.push_back({out_.sigs_[column].upper, 1});
      result = unite(result, product(std::move(factors), e.span));
    }
    return result;
  }

  // All tuples that an expression may hold in any instance (an over-approximation).
  Tuples upper(ExprId id) const {
    const Expr& e = model_.expr(id);
    const auto child = [&](std::uint32_t i) { return model_.child(id, i); };
    switch (e.op) {
      case Op::sig: return out_.sigs_[e.payload].upper;
      case Op::union_: return unite(upper(child(0)), upper(child(1)));
      case Op::intersection: return intersect(upper(child(0)), upper(child(1)));
      case Op::difference: return upper(child(0));
      case Op::product: return product(factorsOfUpper(id), e.span);
      case Op::bound: return upper(child(0));
      case Op::seqBound: return product({{upper(child(0)), 1}, {upper(child(1)), model_.expr(child(1)).arity}}, e.span);
      default: return byType(e);
    }
  }

  // Whether no two tuples of a relation with this bound differ only in their last atoms: the bound is `one e` or `lone e`, or an
  // arrow that ends in `-> one e` or `-> lone e` (language reference 10.3).
  bool isFunctional(ExprId bound) const {
    const Expr& e = model_.expr(bound);
    const auto single = [](Multiplicity m) { return m == Multiplicity::one || m == Multiplicity::lone; };
    if (e.op == Op::bound) {
      if (e.arity == 1) return single(e.rightMultiplicity);
      return isFunctional(model_.child(bound, 0));
    }
    if (e.op == Op::seqBound) return model_.expr(model_.child(bound, 1)).arity == 1;
    if (e.op == Op::product) {
      const ExprId right = model_.child(bound, 1);
      if (model_.expr(model_.child(bound, 0)).arity != 1) return false;
      if (model_.expr(right).arity == 1) return single(e.rightMultiplicity);
      return isFunctional(right);
    }
    return false;
  }

  bool staysProduct(const std::vector<Factor>& factors) const {
    if (out_.universeSize_ <= fewAtoms) return false;
    std::uint64_t tuples = 1;
    for (const Factor& factor : factors) {
      if (factor.arity != 1 || factor.tuples.empty()) return false;
      tuples = std::min(tuples * factor.tuples.size(), mostListedAtOnce + 1);
    }
    return tuples > mostListedAtOnce;
  }

  void boundField(FieldId id) {
    const model::Field& field = model_.field(id);
    checkArity(field.arity, field.span);
    RelationBound bound;
    std::vector<Factor> factors = factorsOfUpper(field.bound);
    factors.insert(factors.begin(), {out_.sigs_[field.sig].upper, 1});
    if (staysProduct(factors))
      for (Factor& factor : factors) bound.columns.push_back(std::move(factor.tuples));
    else
      bound.upper = product(std::move(factors), field.span);
    bound.functional = !field.defined && isFunctional(field.bound);
    out_.fields_.push_back(std::move(bound));
  }

  /// Bounds the fields of records: each atom has its own values.
  void boundRecords() {
    for (const Record& record : records_) {
      Bounds::RecordAtoms atoms{.record = record, .values = {}};
      atoms.first = firstAtom(record.sig);
      for (const SigId value : record.values)
        atoms.values.push_back({firstAtom(value), static_cast<std::uint32_t>(atomsOf(value))});
      for (std::size_t place = 0; place < record.fields.size(); ++place) {
        RelationBound& bound = out_.fields_[record.fields[place]];
        const Tuples allowed = upper(model_.field(record.fields[place]).bound);
        bound.columns.clear();
        bound.upper.clear();
        for (std::uint32_t i = 0; i < record.atoms; ++i) {
          const std::uint32_t value = atoms.valuesOf(i)[place];
          if (std::binary_search(allowed.begin(), allowed.end(), value))
            bound.upper.push_back(TupleCode{atoms.first + i} * out_.universeSize_ + value);
        }
      }
      out_.records_.push_back(std::move(atoms));
    }
  }

  /// The first atom of a top-level signature with atoms.
  std::uint32_t firstAtom(SigId id) const {
    const Tuples& atoms = out_.sigs_[id].upper;
    return atoms.empty() ? 0 : static_cast<std::uint32_t>(*std::ranges::min_element(atoms));
  }

  const model::Model& model_;
  const std::set<model::StringId>& literals_;
  Symmetries symmetries_;
  std::span<const Record> records_;
  support::Meter& meter_;
  Bounds& out_;
  std::set<SigId> subsetDone_;
};

Bounds::Bounds(const model::Model& model, SigSizes sizes, const std::set<model::StringId>& literals, Symmetries symmetries,
               support::Meter& meter, std::span<const Record> records)
    : sizes_(std::move(sizes)) {
  BoundsBuilder(model, literals, symmetries, meter, *this, records).run();
}

Bounds::Bounds(const model::Model& model, const model::Instance& fixed, support::Meter& meter) {
  sizes_.bitwidth = fixed.bitwidth();
  sizes_.maxSequence = fixed.maxSequence;
  for (SigId id = 0; id < model.sigs().size(); ++id) {
    const bool counted = id >= builtin::count && !model.sig(id).subset;
    sizes_.size.push_back(counted ? static_cast<int>(fixed.states.front().sigs[id].size()) : -1);
    sizes_.exact.push_back(counted && !model.sig(id).isVar);
  }
  BoundsBuilder(model, {}, Symmetries::kept, meter, *this).runOn(fixed);
}

bool Bounds::hasProducts(std::uint64_t tuples) const {
  return std::ranges::any_of(fields_, [&](const RelationBound& field) {
    std::uint64_t possible = field.columns.empty() ? 0 : 1;
    for (const Tuples& column : field.columns) possible = std::min(possible * column.size(), tuples + 1);
    return possible > tuples;
  });
}

bool Bounds::isOfRecord(FieldId id) const {
  return std::ranges::any_of(records_, [&](const RecordAtoms& atoms) {
    return std::ranges::find(atoms.record.fields, id) != atoms.record.fields.end();
  });
}

std::vector<std::uint32_t> Bounds::RecordAtoms::valuesOf(std::uint32_t index) const {
  std::vector<std::uint32_t> result(values.size());
  for (std::size_t place = values.size(); place-- > 0; index /= values[place].count)
    result[place] = values[place].first + index % values[place].count;
  return result;
}

void Bounds::addRecords(std::vector<Exchange>& exchanges) const {
  const auto image = [&](std::uint32_t atom) {
    for (const auto& [a, b] : exchanges)
      if (atom == a || atom == b) return a + b - atom;
    return atom;
  };
  for (const RecordAtoms& atoms : records_) {
    std::vector<Exchange> more;
    for (std::uint32_t i = 0; i < atoms.record.atoms; ++i) {
      const std::vector<std::uint32_t> values = atoms.valuesOf(i);
      std::uint32_t other = 0;
      for (std::size_t place = 0; place < values.size(); ++place)
        other = other * atoms.values[place].count + image(values[place]) - atoms.values[place].first;
      if (other > i) more.emplace_back(atoms.first + i, atoms.first + other);
    }
    exchanges.insert(exchanges.end(), more.begin(), more.end());
  }
}

bool Bounds::isDetermined(const model::Model& model) const {
  const auto isExact = [](const RelationBound& bound) { return bound.columns.empty() && bound.lower == bound.upper; };
  for (SigId id = builtin::count; id < sigs_.size(); ++id)
    if (model.sig(id).subset && !isExact(sigs_[id])) return false;
  return std::ranges::all_of(fields_, isExact);
}

// The variables of `given` that range over one signature stand for different atoms of it. If all atoms of the signature are
// interchangeable, the atoms of any solution can be renamed so that these variables get the first atoms. If the valuation lists
// all atoms of the signature, variables name some of them, and declarations (`one sig`) name the others. Then only the atoms
// that variables name must be interchangeable: the number of interchangeable atoms must be the number of variables.
void Bounds::choose(const model::Model& model, const model::Scope& scope, ExprId given) {
  std::map<SigId, std::vector<VarId>> named;
  for (const model::Decl& decl : model.decls(given)) {
    const model::Expr& bound = model.expr(decl.bound);
    if (bound.op != model::Op::sig || bound.payload < builtin::count || !model.isTopLevel(bound.payload)) continue;
    for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) named[bound.payload].push_back(v);
  }
  for (const auto& [sig, variables] : named) {
    const RelationBound& bound = sigs_[sig];
    const auto isAmong = [&](std::uint32_t atom) { return std::binary_search(bound.upper.begin(), bound.upper.end(), atom); };
    std::vector<std::uint32_t> atoms;
    for (const auto& part : classes_)
      if (isAmong(part.front()) && part.size() > atoms.size()) atoms = part;
    if (variables.size() == 1 && bound.upper.size() == 1) atoms = {static_cast<std::uint32_t>(bound.upper.front())};
    const bool isWhole = atoms.size() == bound.upper.size();
    const auto size = std::ranges::find(scope.sigs, sig, &model::SigScope::sig);
    const bool isListed = size != scope.sigs.end() && size->listed && bound.lower == bound.upper;
    if (!isWhole && !(isListed && atoms.size() == variables.size())) continue;
    if (atoms.size() < variables.size()) continue;
    for (std::size_t i = 0; i < variables.size(); ++i) chosen_[variables[i]] = atoms[i];
  }
  std::set<std::uint32_t> taken;
  for (const auto& [variable, atom] : chosen_) taken.insert(atom);
  for (auto& part : classes_) std::erase_if(part, [&](std::uint32_t atom) { return taken.contains(atom); });
  std::erase_if(classes_, [](const auto& part) { return part.size() < 2; });
}

std::optional<std::uint32_t> Bounds::chosen(VarId variable) const {
  const auto found = chosen_.find(variable);
  return found == chosen_.end() ? std::nullopt : std::optional(found->second);
}

void Bounds::list(const model::Model& model, support::Meter& meter) {
  BoundsBuilder(model, {}, Symmetries::kept, meter, *this).list();
}

void Bounds::narrow(SigId id, std::vector<TupleCode> lower, std::vector<TupleCode> upper) {
  sigs_[id].lower = std::move(lower);
  sigs_[id].upper = std::move(upper);
}

void Bounds::narrowField(FieldId id, std::vector<TupleCode> lower, std::vector<TupleCode> upper) {
  fields_[id].lower = std::move(lower);
  fields_[id].upper = std::move(upper);
  fields_[id].columns.clear();
}

std::optional<std::uint32_t> Bounds::stringAtom(std::string_view literal) const {
  const auto found = std::find(strings_.begin(), strings_.end(), literal);
  if (found == strings_.end()) return std::nullopt;
  return firstString_ + static_cast<std::uint32_t>(found - strings_.begin());
}

}  // namespace aunit::solver
