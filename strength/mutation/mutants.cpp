#include "strength/mutation/mutants.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "model/changes/overlay.h"
#include "strength/mutation/apply.h"

namespace aunit::strength {

using namespace model;

namespace {

constexpr std::array multiplicities = {Multiplicity::set, Multiplicity::lone, Multiplicity::one, Multiplicity::some};

// The groups within which operators are exchanged.
constexpr std::array quantifiers = {Op::quantAll, Op::quantSome, Op::quantNo, Op::quantLone, Op::quantOne};
constexpr std::array multiplicityFormulas = {Op::lone, Op::one, Op::some, Op::no};
constexpr std::array closures = {Op::closure, Op::reflexiveClosure};
constexpr std::array relations = {Op::union_, Op::intersection, Op::difference};
constexpr std::array arithmetic = {Op::add,       Op::subtract,  Op::multiply,   Op::divide,
                                   Op::remainder, Op::shiftLeft, Op::shiftRight, Op::shiftRightLogical};
constexpr std::array implications = {Op::implies, Op::iff};
constexpr std::array future = {Op::always, Op::eventually, Op::after};
constexpr std::array past = {Op::historically, Op::once, Op::before};
constexpr std::array futureBinary = {Op::until, Op::releases};
constexpr std::array pastBinary = {Op::since, Op::triggered};
constexpr std::array inserted = {Op::transpose, Op::reflexiveClosure, Op::closure};

// A field or signature is replaced by at most this many that are declared before it, and at most this many declared after it.
constexpr std::size_t mostNeighbours = 16;

template <std::size_t N>
bool isIn(const std::array<Op, N>& group, Op op) {
  return std::ranges::find(group, op) != group.end();
}

/// Lists the mutants of a model. The paragraph, field, bound and operators around an expression decide which of its edits are
/// mutants, so members store them for the current expression. Each edit is tried as soon as it is found.
class Lister {
 public:
  Lister(const Model& m, const MutantOptions& options)
      : model_(m), options_(options), overlay_(model_), withoutIntegers_(!all() && !findIntegers()) {}

  std::vector<Mutant> list() {
    for (paragraph_ = 0; paragraph_ < model_.paragraphs().size(); ++paragraph_) {
      const Paragraph& p = model_.paragraphs()[paragraph_];
      if (!isUnderTest(p)) continue;
      place_ = p.span;
      variables_.clear();
      if (p.kind == Paragraph::Kind::sig)
        signature(p.id);
      else
        body(p);
    }
    return std::move(found_);
  }

 private:
  bool all() const { return options_.operators == OperatorSet::all; }
  const Expr& expr(ExprId id) const { return model_.expr(id); }

  /// Whether a declaration or fact mentions integers. See OperatorSet.
  bool findIntegers() const {
    const auto inType = [&](const model::Field& field) {
      return std::ranges::any_of(model_.type(field.type).products, [](const model::Product& p) {
        return std::ranges::find(p, model::builtin::integers) != p.end();
      });
    };
    return std::ranges::any_of(model_.fields(), inType) ||
           std::ranges::any_of(model_.facts(), [&](const model::Fact& fact) { return mentionsIntegers(fact.body); }) ||
           std::ranges::any_of(model_.implicitConstraints(),
                               [&](const model::ImplicitConstraint& c) { return mentionsIntegers(c.formula); });
  }
  bool mentionsIntegers(ExprId id) const {
    if (id == noId) return false;
    const Expr& e = expr(id);
    if (e.sort == Sort::integer || (e.op == Op::sig && e.payload == model::builtin::integers)) return true;
    return std::ranges::any_of(model_.children(id), [&](ExprId child) { return mentionsIntegers(child); }) ||
           std::ranges::any_of(model_.decls(id), [&](const Decl& d) { return mentionsIntegers(d.bound); });
  }

  bool isUnderTest(const Paragraph& p) const {
    if (model_.modules()[p.module].library || options_.subject.isWithout(p.module)) return false;
    switch (p.kind) {
      case Paragraph::Kind::sig: return !model_.sig(p.id).isEnum && !isMember(p.id) && !isParameter(p);
      case Paragraph::Kind::fact: return true;
      case Paragraph::Kind::predicate:
      case Paragraph::Kind::function:
        return model_.func(p.id).body != noId && std::ranges::find(options_.subject.tests, p.id) == options_.subject.tests.end();
      default: return false;
    }
  }
  /// Whether the signature stands for a parameter of the root file's module, like `A` in `module m[A]`.
  bool isParameter(const Paragraph& p) const {
    const auto& parameters = model_.modules()[p.module].parameterNames;
    return std::ranges::find(parameters, model_.sig(p.id).name) != parameters.end();
  }
  bool isMember(SigId id) const {
    const model::Sig& sig = model_.sig(id);
    return sig.parents.size() == 1 && model_.sig(sig.parents[0]).isEnum && !sig.subset;
  }

  void add(Mutant mutant) {
    mutant.paragraph = paragraph_;
    mutant.field = field_;
    if (apply(mutant, overlay_) && (field_ == noId || !hasEmptyBound(field_)) && (bound_ == noId || boundStays()))
      found_.push_back(mutant);
    overlay_.rollback();
  }
  /// Whether the changed bound of the variables and the old bound can have atoms in common. If not, formulas that use the
  /// variables have no type.
  bool boundStays() {
    model::TypeTable& types = overlay_.nodes().types();
    return types.intersects(types.ofNode(expr(bound_)), types.ofNode(expr(overlay_.now(bound_))));
  }
  /// Whether the type of the field's new bound is empty. The language refuses such a bound (language reference 8.2).
  bool hasEmptyBound(model::FieldId field) {
    const ExprId bound = overlay_.now(model_.field(field).bound);
    return std::ranges::all_of(model_.type(expr(bound).type).products, [](const model::Product& product) {
      return std::ranges::find(product, model::builtin::none) != product.end();
    });
  }
  void add(Operator by, Edit edit, ExprId place, Op op = Op::true_, bool negated = false, std::uint32_t index = 0) {
    add({.by = by, .edit = edit, .place = place, .op = op, .negated = negated, .index = index});
  }

  // --- Declarations.

  void signature(SigId id) {
    const model::Sig sig = model_.sig(id);
    for (const Multiplicity m : multiplicities)
      if (m != sig.multiplicity) {
        add({.edit = Edit::sigMultiplicity, .sig = id, .multiplicity = m});
      }
    for (const model::FieldId f : sig.fields) {
      const model::Field field = model_.field(f);
      if (field.declGroup != f || !declarations_.insert({field.span.file, field.span.begin}).second) continue;
      field_ = f;
      fieldBound(field);
      field_ = noId;
    }
    if (all() && sig.appendedFact != noId) visit(sig.appendedFact);
  }

  void fieldBound(const model::Field& field) {
    const Expr bound = expr(field.bound);
    if (bound.op == Op::bound) {
      for (const Multiplicity m : multiplicities)
        if (m != bound.rightMultiplicity) multiplicity(Operator::UOR, Edit::multiplicity, field.bound, m);
      visit(model_.child(field.bound, 0));
    } else {
      visit(field.bound);
    }
  }

  void multiplicity(Operator by, Edit edit, ExprId place, Multiplicity m) {
    add({.by = by, .edit = edit, .place = place, .multiplicity = m});
  }

  void body(const Paragraph& p) {
    const ExprId root = p.kind == Paragraph::Kind::fact ? model_.facts()[p.id].body : model_.func(p.id).body;
    if (p.kind == Paragraph::Kind::predicate || p.kind == Paragraph::Kind::function)
      for (const model::VarId v : model_.func(p.id).variables) variables_.push_back(v);
    if (p.kind == Paragraph::Kind::function && !isRun(p.id)) result(model_.func(p.id).result);
    if (all() && expr(root).sort == Sort::formula && expr(root).op != Op::true_) add(Operator::PBD, Edit::truth, root);
    visit(root);
  }

  bool isRun(model::FuncId function) const {
    return std::ranges::any_of(model_.commands(), [&](const model::Command& command) {
      return command.target == model::TargetKind::function && command.targetId == function;
    });
  }
  /// Adds the mutants of the multiplicity of a function's declared result. Callers do not depend on this multiplicity, so these
  /// mutants are always equivalent. They are listed only with MuAlloy's mutants, because MuAlloy counts them.
  void result(ExprId declared) {
    if (all() || declared == noId || expr(declared).arity != 1) return;
    const Multiplicity own = expr(declared).op == Op::bound ? expr(declared).rightMultiplicity : Multiplicity::one;
    for (const Multiplicity m : multiplicities)
      if (m != own) multiplicity(Operator::UOR, Edit::resultMultiplicity, declared, m);
  }

  // --- Expressions.

  /// Whether the user wrote the expression in this paragraph. If not, the front end made it, or it is in a macro elsewhere.
  bool isWritten(const Expr& e) const {
    return !e.synthetic && e.span.file == place_.file && e.span.begin >= place_.begin && e.span.end <= place_.end;
  }
  bool isCoercion(ExprId id) { return overlay_.nodes().uncoerced(id) != id; }

  void visit(ExprId id) {
    const Expr e = expr(id);
    if (isWritten(e) && !isCoercion(id)) mutate(id, e);
    const std::size_t outer = variables_.size();
    const bool sortMatters = sortMatters_;
    const std::vector<Decl> decls(model_.decls(id).begin(), model_.decls(id).end());
    for (const Decl& decl : decls) {
      sortMatters_ = false;
      const ExprId outerBound = std::exchange(bound_, decl.bound);
      visit(decl.bound);
      bound_ = outerBound;
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) variables_.push_back(decl.firstVariable + i);
    }
    for (std::uint32_t i = 0; i < e.childCount; ++i) {
      if (e.op == Op::let && i == 1) variables_.push_back(e.payload);
      sortMatters_ = sortMattersFor(i, id, sortMatters);
      visit(model_.child(id, i));
    }
    sortMatters_ = sortMatters;
    variables_.resize(outer);
  }

  /// Whether the context of child number `child` of `around` distinguishes a set of integers from the integer that is its sum.
  /// `outer` says whether the context of `around` distinguishes them. The sort of `if` is the sort of its first branch. The
  /// sort of an equation or `let` is the sort of its operands (language reference 8.1).
  bool sortMattersFor(std::uint32_t child, ExprId around, bool outer) {
    switch (expr(around).op) {
      case Op::integerEqual: return true;
      case Op::equal: return isCoercion(model_.child(around, 1 - child));
      case Op::integerAtom: return isCoercion(around);
      case Op::sumOf: return isCoercion(around) && outer;
      case Op::ifThenElse: return child == 1 || (child == 2 && outer);
      case Op::let: return child == 0 || outer;
      case Op::prime: return outer;
      default: return false;
    }
  }

  template <std::size_t N>
  void others(Operator by, const std::array<Op, N>& group, ExprId id, Op own) {
    if (!isIn(group, own)) return;
    for (const Op op : group)
      if (op != own) add(by, Edit::operation, id, op);
  }

  void mutate(ExprId id, const Expr& e) {
    others(Operator::QOR, quantifiers, id, e.op);
    others(Operator::UOR, multiplicityFormulas, id, e.op);
    others(Operator::UOR, closures, id, e.op);
    others(Operator::BOR, relations, id, e.op);
    others(Operator::BOR, arithmetic, id, e.op);
    others(Operator::BOR, implications, id, e.op);
    if (e.op == Op::equal || e.op == Op::integerEqual || e.op == Op::in) comparisons(id, e);
    if (e.op >= Op::less && e.op <= Op::greaterEqual) orders(id, e);
    if (e.op == Op::and_ || e.op == Op::or_) add(Operator::LOR, Edit::operation, id, e.op == Op::and_ ? Op::or_ : Op::and_);
    insertions(id, e);
    if (e.op == Op::not_ || isIn(closures, e.op) || (e.op == Op::transpose && isHomogeneous(e)))
      add(Operator::UOD, Edit::keep, id);
    if (e.op == Op::difference || e.op == Op::implies || e.op == Op::in) add(Operator::BOE, Edit::exchange, id);
    if (e.op == Op::ifThenElse && e.sort == Sort::formula) add(Operator::IEOE, Edit::exchangeBranches, id);
    if (all()) mutateFurther(id, e);
  }

  void comparisons(ExprId id, const Expr& e) {
    const Op own = e.op == Op::integerEqual ? Op::equal : e.op;
    const bool ofNothing = withoutIntegers_ && e.op == Op::integerEqual;
    const Edit inclusion = ofNothing ? Edit::emptyInclusion : Edit::operation;
    for (const Op op : {Op::equal, Op::in})
      for (const bool negated : {false, true})
        if (op != own || negated != e.negated) add(Operator::BOR, op == Op::in ? inclusion : Edit::operation, id, op, negated);
  }

  void orders(ExprId id, const Expr& e) {
    for (const Op op : {Op::less, Op::lessEqual, Op::greater, Op::greaterEqual})
      for (const bool negated : {false, true})
        if (op != e.op || negated != e.negated) add(Operator::BOR, Edit::operation, id, op, negated);
  }

  void insertions(ExprId id, const Expr& e) {
    const bool takes = e.op == Op::field || e.op == Op::variable || isIn(inserted, e.op) || model::isRelationalBinary(e.op);
    if (!takes || e.sort != Sort::relation || !isHomogeneous(e) || hasMultiplicities(id)) return;
    for (const Op op : inserted)
      if (op != e.op) add(Operator::UOI, Edit::insert, id, op);
  }

  /// Whether an expression is an arrow with multiplicities. Such an arrow may only be the right side of `in`, or part of a
  /// declaration.
  bool hasMultiplicities(ExprId id) const {
    const Expr& e = model_.expr(id);
    if (e.op != Op::product) return false;
    return e.leftMultiplicity != Multiplicity::set || e.rightMultiplicity != Multiplicity::set ||
           std::ranges::any_of(model_.children(id), [&](ExprId side) { return hasMultiplicities(side); });
  }

  /// Whether an expression is a binary relation from one signature to itself. All children of an abstract signature together
  /// count as this signature.
  bool isHomogeneous(const Expr& e) const {
    if (e.arity != 2) return false;
    std::set<std::pair<SigId, SigId>> products;
    for (const model::Product& p : model_.type(e.type).products) products.emplace(p[0], p[1]);
    while (fold(products)) continue;
    return products.size() == 1 && products.begin()->first == products.begin()->second;
  }

  /// Replaces pairs for all children of an abstract signature by one pair for this signature. Returns false if it finds none.
  bool fold(std::set<std::pair<SigId, SigId>>& products) const {
    for (const auto& [left, right] : products) {
      const auto folded = [&, left = left, right = right](SigId parent, bool first) {
        std::set<std::pair<SigId, SigId>> rest = products;
        for (const SigId child : model_.sig(parent).children)
          if (rest.erase(first ? std::pair(child, right) : std::pair(left, child)) == 0) return false;
        rest.insert(first ? std::pair(parent, right) : std::pair(left, parent));
        products = std::move(rest);
        return true;
      };
      if (const auto parent = abstractParent(left); parent && folded(*parent, true)) return true;
      if (const auto parent = abstractParent(right); parent && folded(*parent, false)) return true;
    }
    return false;
  }
  std::optional<SigId> abstractParent(SigId id) const {
    if (id < model::builtin::count || model_.sig(id).subset || model_.sig(id).parents.empty()) return std::nullopt;
    const SigId parent = model_.sig(id).parents[0];
    return parent >= model::builtin::count && model_.sig(parent).isAbstract ? std::optional(parent) : std::nullopt;
  }

  // --- Beyond MuAlloy.

  void mutateFurther(ExprId id, const Expr& e) {
    if ((e.op == Op::and_ || e.op == Op::or_) && e.childCount > 1)
      for (std::uint32_t i = 0; i < e.childCount; ++i) add(Operator::LOD, Edit::remove, id, e.op, false, i);
    const bool removable = isIn(relations, e.op) || e.op == Op::override_ || isIn(implications, e.op) || isIn(arithmetic, e.op);
    if (isIn(multiplicityFormulas, e.op)) joins(model_.child(id, 0));
    const bool restriction = e.op == Op::domainRestriction || e.op == Op::rangeRestriction;
    if (removable || restriction)
      for (std::uint32_t i = 0; i < 2; ++i) {
        const bool onlyLeft = e.op == Op::difference || e.op == Op::rangeRestriction;
        const bool onlyRight = e.op == Op::implies || e.op == Op::domainRestriction;
        if (!(onlyLeft && i == 1) && !(onlyRight && i == 0) && !changesSort(id, i))
          add(Operator::BOD, Edit::keep, id, e.op, false, i);
      }
    if (e.op == Op::override_) add(Operator::BOR, Edit::operation, id, Op::union_);
    temporal(id, e);
    arrow(id, e);
    for (std::uint32_t i = 0; i < model_.decls(id).size(); ++i)
      if (model_.decls(id)[i].variableCount > 1) add(Operator::DSJ, Edit::disjoint, id, e.op, false, i);
    if (e.op == Op::integer) literal(id, e);
    if (e.op == Op::field || e.op == Op::sig) relatives(id, e);
    if (e.op == Op::variable) variables(id, e);
  }

  /// Whether a set would become an integer, or the reverse, if `operand` replaced the whole expression. Returns false if the
  /// context does not distinguish sets from integers.
  bool changesSort(ExprId id, std::uint32_t operand) {
    return sortMatters_ && expr(overlay_.nodes().uncoerced(model_.child(id, operand))).sort != expr(id).sort;
  }

  /// For joins below a multiplicity formula, where any arity is allowed: adds the mutants that keep one operand of a join.
  void joins(ExprId id) {
    if (expr(id).op != Op::join) return;
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (isWritten(expr(id))) add(Operator::BOD, Edit::keep, id, Op::join, false, i);
      joins(model_.child(id, i));
    }
  }

  void temporal(ExprId id, const Expr& e) {
    others(Operator::TOR, future, id, e.op);
    others(Operator::TOR, past, id, e.op);
    others(Operator::TOR, futureBinary, id, e.op);
    others(Operator::TOR, pastBinary, id, e.op);
    if (isIn(future, e.op) || isIn(past, e.op)) add(Operator::TOR, Edit::keep, id);
    if (e.op == Op::prime) add(Operator::POD, Edit::keep, id);
    const bool changes = (e.op == Op::field && model_.field(e.payload).isVar) || (e.op == Op::sig && model_.sig(e.payload).isVar);
    if (changes && !primed_.contains(id)) add(Operator::POI, Edit::insert, id, Op::prime);
    if (e.op == Op::prime) primed_.insert(model_.child(id, 0));
  }

  void arrow(ExprId id, const Expr& e) {
    const bool constrains = e.op == Op::product && (e.leftMultiplicity != Multiplicity::set ||
                                                    e.rightMultiplicity != Multiplicity::set || field_ != noId);
    if (!constrains) return;
    for (const Multiplicity m : multiplicities) {
      if (m != e.leftMultiplicity) multiplicity(Operator::AMR, Edit::leftMultiplicity, id, m);
      if (m != e.rightMultiplicity) multiplicity(Operator::AMR, Edit::rightMultiplicity, id, m);
    }
  }

  void literal(ExprId id, const Expr& e) {
    const auto value = static_cast<std::int32_t>(e.payload);
    for (const std::int32_t other : {value - 1, value + 1}) {
      add({.by = Operator::ILR, .edit = Edit::integer, .place = id, .value = other});
    }
  }

  /// Adds mutants that replace a field by fields of the same type, or a signature by signatures with the same parent.
  void relatives(ExprId id, const Expr& e) {
    if (e.op == Op::field) {
      const SigId own = model_.field(e.payload).sig;
      addNeighbours(id, 0, static_cast<std::uint32_t>(model_.fields().size()), [&](model::FieldId f) {
        const model::Field& other = model_.field(f);
        return other.type == e.type && !other.isMeta && !isLibrary(other.sig) && !(other.isPrivate && isForeign(other.sig)) &&
               canBeNamed(other.sig, own) && (field_ == noId || isBefore(other));
      });
      return;
    }
    if (e.payload < model::builtin::count || field_ != noId) return;
    addNeighbours(id, model::builtin::count, static_cast<std::uint32_t>(model_.sigs().size()), [&](SigId s) {
      return !model_.sig(s).isMeta && model_.sig(s).parents == model_.sig(e.payload).parents && !isLibrary(s) &&
             !model_.isTopLevel(s) && canBeNamed(s, e.payload);
    });
  }
  /// Adds mutants that replace the leaf by another field or signature. Models with data have thousands of them, so only those are
  /// used that are declared shortly before or after the leaf's own field or signature.
  template <class MayStand>
  void addNeighbours(ExprId id, std::uint32_t begin, std::uint32_t end, const MayStand& mayStand) {
    const Expr leaf = expr(id);
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t other = leaf.payload; other-- > begin && chosen.size() < mostNeighbours;)
      if (mayStand(other)) chosen.push_back(other);
    std::ranges::reverse(chosen);
    const std::size_t most = chosen.size() + mostNeighbours;
    for (std::uint32_t other = leaf.payload + 1; other < end && chosen.size() < most; ++other)
      if (mayStand(other)) chosen.push_back(other);
    for (const std::uint32_t other : chosen) add(Operator::FFR, Edit::leaf, id, leaf.op, false, other);
  }
  bool isForeign(SigId s) const { return model_.sig(s).module != model_.paragraphs()[paragraph_].module; }
  /// Whether this paragraph can name the signature `s` and its fields, given that it can name the signature `known`. If `s` is in
  /// another module, this may be impossible: `s` is private, or other modules import it under other names.
  bool canBeNamed(SigId s, SigId known) const {
    if (!isForeign(s)) return true;
    return !model_.sig(s).isPrivate &&
           (model_.paragraphs()[paragraph_].module == 0 || model_.sig(s).module == model_.sig(known).module);
  }
  /// Whether the bound of the current field may mention the field `other`. It may if `other` is declared before the current field
  /// (language reference 7.2).
  bool isBefore(const model::Field& other) const {
    const model::Field& own = model_.field(field_);
    if (own.defined) return true;
    return model_.isAncestor(other.sig, own.sig) && (other.sig != own.sig || (!other.defined && other.declGroup < own.declGroup));
  }
  bool isLibrary(SigId s) const { return model_.modules()[model_.sig(s).module].library; }

  void variables(ExprId id, const Expr& e) {
    const model::Variable own = model_.variable(e.payload);
    std::set<std::string> shadowed;
    for (auto v = variables_.rbegin(); v != variables_.rend(); ++v) {
      const model::Variable& other = model_.variable(*v);
      if (!shadowed.insert(other.name).second || *v == e.payload || other.name == "this") continue;
      if (other.sort == own.sort && other.type == own.type) add(Operator::VVR, Edit::leaf, id, Op::variable, false, *v);
    }
  }

  Model model_;  // a copy of the model, to which mutants are applied
  const MutantOptions& options_;
  model::Overlay overlay_;
  // True if only MuAlloy's mutants are listed, and neither declarations nor facts mention integers (see OperatorSet).
  const bool withoutIntegers_;
  std::vector<Mutant> found_;
  std::uint32_t paragraph_ = 0;
  model::Span place_;                    // the text of the paragraph
  model::FieldId field_ = noId;          // the field whose declaration is being changed
  std::vector<model::VarId> variables_;  // the variables in scope, the innermost last
  ExprId bound_ = noId;                  // the bound of the variables whose declaration is being changed
  bool sortMatters_ = false;             // whether the context distinguishes sets from integers (see sortMattersFor)
  std::set<ExprId> primed_;
  std::set<std::pair<model::FileId, std::uint32_t>> declarations_;
};

}  // namespace

std::vector<Mutant> mutantsOf(const Model& model, const MutantOptions& options) {
  return Lister(model, options).list();
}

}  // namespace aunit::strength
