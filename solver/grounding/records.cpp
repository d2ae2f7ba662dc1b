#include "solver/grounding/records.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace aunit::solver {

namespace {

using namespace model;
namespace builtin = model::builtin;

constexpr std::size_t mostCandidates = 6;  // all subsets of the candidates are compared
constexpr std::size_t mostFields = 6;      // all combinations of equal and different values are compared
constexpr double mostRecordAtoms = 256;    // of one record

/// The top-level signature whose atoms are the possible values of a field with one value; noId for other fields.
SigId valueOf(const Model& model, FieldId id) {
  const Field& field = model.field(id);
  if (field.arity != 2 || field.isVar || field.defined || field.bound == noId) return noId;
  const Expr& bound = model.expr(field.bound);
  if (bound.op != Op::bound || bound.rightMultiplicity != Multiplicity::one) return noId;
  const Expr& value = model.expr(model.child(field.bound, 0));
  if (value.op != Op::sig || value.payload < builtin::count || model.sig(value.payload).isVar) return noId;
  SigId sig = value.payload;
  while (!model.isTopLevel(sig)) {
    if (model.sig(sig).subset) return noId;
    sig = model.sig(sig).parents.front();
  }
  return sig;
}

/// Whether bounds may give a signature other atoms than those that its scope counts.
bool mayBeRecord(const Model& model, SigId id, const SigSizes& sizes) {
  const Sig& sig = model.sig(id);
  return model.isTopLevel(id) && sig.children.empty() && !sig.isVar && sig.multiplicity != Multiplicity::one && !sig.isExact &&
         sizes.size[id] > 1;
}

/// A formula about two atoms of one signature: whether it holds if they are different or the same, and have or do not have the
/// same values of fields.
class PairFormula {
 public:
  /// `formula` is `all a, b: S | ...`, `no a, b: S | ...` or the negation of `some a, b: S | ...`.
  static std::optional<PairFormula> read(const Model& model, ExprId formula) {
    PairFormula result(model);
    if (model.expr(formula).op == Op::not_ && model.expr(model.child(formula, 0)).op == Op::quantSome) {
      result.negated_ = true;
      formula = model.child(formula, 0);
    }
    for (ExprId at = formula; result.variables_.size() < 2; at = result.body_) {
      const Expr& e = model.expr(at);
      const bool isFirst = at == formula;
      if (isFirst ? e.op != Op::quantAll && e.op != Op::quantNo && !(result.negated_ && e.op == Op::quantSome)
                  : e.op != model.expr(formula).op || e.op == Op::quantNo)
        return std::nullopt;
      if (isFirst && e.op == Op::quantNo) result.negated_ = true;
      for (const Decl& decl : model.decls(at)) {
        const Expr& bound = model.expr(decl.bound);
        if (decl.illFormed || decl.multiplicity != Multiplicity::one || bound.op != Op::sig) return std::nullopt;
        if (!result.variables_.empty() && bound.payload != result.sig_) return std::nullopt;
        result.sig_ = bound.payload;
        for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) result.variables_.push_back(v);
        result.disjoint_ |= decl.disjoint && decl.variableCount == 2;
      }
      result.body_ = model.child(at, 0);
    }
    if (result.variables_.size() != 2) return std::nullopt;
    result.collectFields(result.body_);
    if (result.fields_.empty() || result.fields_.size() > mostFields) return std::nullopt;
    return result;
  }

  SigId sig() const { return sig_; }
  const std::vector<FieldId>& fields() const { return fields_; }

  /// Whether two atoms with the same values are the same.
  bool distinguishes() const { return value({.same = false, .equal = ~0u}) == false; }
  /// Whether the formula holds if no two atoms have the same values.
  bool saysNoMore() const {
    const auto all = (1u << fields_.size()) - 1;
    for (unsigned equal = 0; equal < all; ++equal)
      if (value({.same = false, .equal = equal}) != true) return false;
    return value({.same = true, .equal = all}) == true;
  }

 private:
  /// Whether the two atoms are the same, and for each field (a bit) whether they have the same value.
  struct Case {
    bool same;
    unsigned equal;
  };
  using Truth = std::optional<bool>;  // nothing: unknown

  explicit PairFormula(const Model& model) : model_(model) {}

  /// For `a.f = b.f` the field f; for `a = b` noId; nothing for other formulas.
  std::optional<FieldId> comparedField(ExprId id) const {
    if (model_.expr(id).op != Op::equal) return std::nullopt;
    std::array<VarId, 2> variables{};
    std::array<FieldId, 2> fields{};
    for (std::uint32_t side = 0; side < 2; ++side) {
      ExprId at = model_.child(id, side);
      fields[side] = noId;
      if (model_.expr(at).op == Op::join) {
        const Expr& field = model_.expr(model_.child(at, 1));
        if (field.op != Op::field || model_.field(field.payload).sig != sig_) return std::nullopt;
        fields[side] = field.payload;
        at = model_.child(at, 0);
      }
      if (model_.expr(at).op != Op::variable) return std::nullopt;
      variables[side] = model_.expr(at).payload;
    }
    if (fields[0] != fields[1] || !std::ranges::is_permutation(variables, variables_)) return std::nullopt;
    return fields[0];
  }

  void collectFields(ExprId id) {
    const Op op = model_.expr(id).op;
    if (const auto field = comparedField(id); field && *field != noId && std::ranges::find(fields_, *field) == fields_.end())
      fields_.push_back(*field);
    if (op == Op::not_ || op == Op::and_ || op == Op::or_ || op == Op::implies || op == Op::iff)
      for (const ExprId child : model_.children(id)) collectFields(child);
  }

  Truth value(const Case& at) const {
    if (at.same && disjoint_) return true;
    const Truth body = value(body_, at);
    return body && negated_ ? Truth(!*body) : body;
  }

  Truth value(ExprId id, const Case& at) const {
    const Expr& e = model_.expr(id);
    const auto child = [&](std::uint32_t i) { return value(model_.child(id, i), at); };
    const auto junction = [&](bool decisive) -> Truth {  // a disjunction if `true` decides, else a conjunction
      Truth result = !decisive;
      for (const ExprId part : model_.children(id)) {
        const Truth truth = value(part, at);
        if (truth == decisive) return decisive;
        if (!truth) result = std::nullopt;
      }
      return result;
    };
    switch (e.op) {
      case Op::not_: {
        const Truth truth = child(0);
        return truth ? Truth(!*truth) : truth;
      }
      case Op::and_: return junction(false);
      case Op::or_: return junction(true);
      case Op::implies: {
        const Truth premise = child(0), conclusion = child(1);
        if (premise == false || conclusion == true) return true;
        return premise && conclusion ? Truth(false) : std::nullopt;
      }
      case Op::iff: {
        const Truth left = child(0), right = child(1);
        return left && right ? Truth(*left == *right) : std::nullopt;
      }
      case Op::equal: {
        const std::optional<FieldId> field = comparedField(id);
        if (!field) return std::nullopt;
        const auto place = static_cast<unsigned>(std::ranges::find(fields_, *field) - fields_.begin());
        const bool equal = at.same || (*field != noId && (at.equal >> place & 1) != 0);
        return equal != e.negated;
      }
      default: return std::nullopt;
    }
  }

  const Model& model_;
  SigId sig_ = noId;
  std::vector<VarId> variables_;
  std::vector<FieldId> fields_;
  ExprId body_ = noId;
  bool negated_ = false;
  bool disjoint_ = false;  // the quantifier says `disj`
};

/// Compares universes: some candidates are records, other signatures have the atoms that their scope counts.
class Choice {
 public:
  Choice(const Model& model, const SigSizes& sizes, const std::vector<Record>& candidates, unsigned chosen)
      : model_(model), sizes_(sizes) {
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if ((chosen >> i & 1) != 0) records_.emplace(candidates[i].sig, candidates[i]);
  }

  /// The records, each after those that are its values, with their numbers of atoms. Nothing if a record would depend on itself
  /// or have too many atoms.
  std::optional<std::vector<Record>> records() {
    for (const auto& [sig, record] : records_)
      if (!order(sig)) return std::nullopt;
    return ordered_;
  }

  /// The number of possible tuples of all signatures and fields. Call it after records().
  double tuples() const {
    double sum = 0;
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id)
      if (!model_.sig(id).subset) sum += atoms(id);
    for (const Field& field : model_.fields()) {
      const auto record = records_.find(field.sig);
      if (record != records_.end() &&
          std::ranges::any_of(record->second.fields, [&](FieldId f) { return &model_.field(f) == &field; }))
        continue;
      for (const Product& product : model_.type(field.type).products) {
        double tuples = 1;
        for (const SigId column : product) tuples *= atoms(column);
        sum += tuples;
      }
    }
    return sum;
  }

 private:
  double atoms(SigId id) const {
    if (const auto record = records_.find(id); record != records_.end()) return static_cast<double>(record->second.atoms);
    if (id == builtin::integers) return static_cast<double>(std::uint64_t{1} << sizes_.bitwidth);
    if (id == builtin::seqInt) return sizes_.maxSequence;
    return id < builtin::count || model_.sig(id).subset ? 1 : std::max(0, sizes_.size[id]);  // 1: any number will do
  }

  bool order(SigId sig) {
    if (std::ranges::find(ordered_, sig, &Record::sig) != ordered_.end()) return true;
    if (!open_.insert(sig).second) return false;
    Record& record = records_.at(sig);
    double atoms = 1;
    for (const SigId value : record.values) {
      if (records_.contains(value) && !order(value)) return false;
      atoms *= this->atoms(value);
    }
    if (atoms > mostRecordAtoms) return false;
    record.atoms = static_cast<std::size_t>(atoms);
    ordered_.push_back(record);
    return true;
  }

  const Model& model_;
  const SigSizes& sizes_;
  std::map<SigId, Record> records_;
  std::vector<Record> ordered_;
  std::set<SigId> open_;
};

}  // namespace

std::vector<Record> recordsIn(const Model& model, std::span<const Conjunct> conjuncts, const SigSizes& sizes) {
  std::vector<Record> candidates;
  for (std::size_t i = 0; i < conjuncts.size() && candidates.size() < mostCandidates; ++i) {
    if (conjuncts[i].origin != Conjunct::Origin::fact) continue;
    const auto pair = PairFormula::read(model, conjuncts[i].formula);
    if (!pair || !mayBeRecord(model, pair->sig(), sizes) || !pair->distinguishes()) continue;
    if (std::ranges::find(candidates, pair->sig(), &Record::sig) != candidates.end()) continue;
    Record record{.sig = pair->sig(), .fields = pair->fields(), .values = {}, .conjunct = {}};
    for (const FieldId field : record.fields) record.values.push_back(valueOf(model, field));
    if (std::ranges::find(record.values, noId) != record.values.end()) continue;
    if (pair->saysNoMore()) record.conjunct = i;
    candidates.push_back(std::move(record));
  }
  std::vector<Record> best;
  const double before = candidates.empty() ? 0 : Choice(model, sizes, candidates, 0).tuples();
  double fewest = before;
  for (unsigned chosen = 1; chosen < 1u << candidates.size(); ++chosen) {
    Choice choice(model, sizes, candidates, chosen);
    const auto records = choice.records();
    if (!records || records->size() < best.size() || choice.tuples() > before) continue;
    if (records->size() == best.size() && choice.tuples() >= fewest) continue;
    best = *records;
    fewest = choice.tuples();
  }
  return best;
}

}  // namespace aunit::solver
