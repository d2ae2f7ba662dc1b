#include "coverage/cells.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "coverage/near_miss.h"
#include "model/changes/nodes.h"
#include "model/type_table.h"
#include "support/digest.h"
#include "support/visible.h"

namespace aunit::coverage {

using namespace model;

namespace {

/// A requirement in words, and a formula. Each occurrence of the subject in the model has its own formula, which is true if
/// evaluation of this occurrence meets the requirement.
using Cell = std::pair<std::string, ExprId>;

struct Sibling {
  Op op;
  std::string_view text;
};
constexpr Sibling relations[] = {{Op::union_, "+"}, {Op::intersection, "&"}, {Op::difference, "-"}};
constexpr Sibling closures[] = {{Op::closure, "^"}, {Op::reflexiveClosure, "*"}};
constexpr Sibling comparisons[] = {{Op::equal, "="}, {Op::in, "in"}};
constexpr Sibling orders[] = {
    {Op::less, "<"}, {Op::lessEqual, "<="}, {Op::greater, ">"}, {Op::greaterEqual, ">="}, {Op::integerEqual, "="}};
constexpr Sibling multiplicities[] = {{Op::some, "some"}, {Op::no, "no"}, {Op::lone, "lone"}, {Op::one, "one"}};
constexpr Sibling quantifiers[] = {
    {Op::quantAll, "all"}, {Op::quantSome, "some"}, {Op::quantNo, "no"}, {Op::quantLone, "lone"}, {Op::quantOne, "one"}};
constexpr Sibling connectives[] = {{Op::and_, "and"}, {Op::or_, "or"}};
constexpr Sibling implications[] = {{Op::implies, "implies"}, {Op::iff, "iff"}};

/// `op` and the operators that a user may confuse with it. Empty if no operator can be confused with `op`.
std::span<const Sibling> siblingsOf(Op op) {
  for (const std::span<const Sibling> group :
       {std::span<const Sibling>(relations), std::span<const Sibling>(closures), std::span<const Sibling>(comparisons),
        std::span<const Sibling>(orders), std::span<const Sibling>(multiplicities), std::span<const Sibling>(quantifiers),
        std::span<const Sibling>(connectives), std::span<const Sibling>(implications)})
    if (std::ranges::find(group, op, &Sibling::op) != group.end()) return group;
  return {};
}

class Adder {
 public:
  Adder(model::Model& model, const model::SourceMap& sources, ModelRequirements& requirements)
      : model_(model), types_(model), make_(model, types_), sources_(sources), result_(requirements) {
    make_.at({});
    for (const model::Func& function : model.funcs())
      if (function.isPredicate && function.body != model::noId && !function.recursive) bodies_.insert(function.body);
  }

  void add() {
    const auto places = static_cast<ExprId>(result_.ofExpr.size());
    for (ExprId e = 0; e < places; ++e) {
      if (result_.ofExpr[e] == noIndex) continue;
      const std::uint32_t subject = result_.requirements.subjectOf(result_.ofExpr[e]);
      const SubjectKind kind = result_.requirements.subjects[subject].kind;
      if (kind == SubjectKind::implicit || kind == SubjectKind::cells) continue;
      note(sets::r4, "R4", subject, e, [&] { return operatorCells(e); });
      note(sets::r5, "R5", subject, e, [&] { return uniqueCause(e); });
      note(sets::r6, "R6", subject, e, [&] { return weakMutation(e); });
      note(sets::r7, "R7", subject, e, [&] { return borders(e); });
      note(sets::r8, "R8", subject, e, [&] { return closureDepth(e); });
      if (bodies_.contains(e)) note(sets::r9, "R9", subject, e, [&] { return nearMisses(e); });
    }
    std::string bytes = result_.requirements.digest;
    for (PendingSubject& p : pending_) append(p, bytes);
    if (!pending_.empty()) result_.requirements.digest = support::hexDigest(bytes);
  }

 private:
  struct PendingSubject {
    Subject subject;
    std::vector<std::pair<ExprId, std::vector<ExprId>>> places;  // each occurrence, with a formula for each cell
  };

  template <class Cells>
  void note(Sets set, std::string_view prefix, std::uint32_t of, ExprId at, Cells cellsOf) {
    std::vector<Cell> cells;
    try {
      cells = cellsOf();
    } catch (const model::TypeMismatch&) {
      return;  // there are no requirements, because the types of the operands cannot be compared
    }
    if (cells.empty()) return;
    const auto [known, added] = index_.try_emplace({set, of}, pending_.size());
    if (added) {
      const Subject& base = result_.requirements.subjects[of];
      PendingSubject& pending = pending_.emplace_back();
      pending.subject.kind = SubjectKind::cells;
      pending.subject.sets = set;
      pending.subject.key = fmt::format("{}:{}", prefix, base.key);
      pending.subject.text = base.text;
      pending.subject.occurrences = base.occurrences;
      for (const Cell& cell : cells) pending.subject.cells.push_back(cell.first);
    }
    PendingSubject& pending = pending_[known->second];
    if (pending.subject.cells.size() != cells.size()) return;
    auto& formulas = pending.places.emplace_back(at, std::vector<ExprId>()).second;
    for (const Cell& cell : cells) formulas.push_back(cell.second);
  }

  void append(PendingSubject& pending, std::string& bytes) {
    pending.subject.first = result_.requirements.count();
    for (const auto& [at, formulas] : pending.places)
      for (std::uint32_t i = 0; i < formulas.size(); ++i)
        result_.companions.push_back({at, formulas[i], pending.subject.first + i});
    bytes += pending.subject.key + " ";
    result_.requirements.subjects.push_back(std::move(pending.subject));
  }

  /// The complement of `formula`. If overflows are excluded, `not formula` is not the complement (model::isDenial).
  ExprId negated(ExprId formula) { return make_.denial(formula); }
  ExprId both(ExprId a, ExprId b) { return make_.list(Op::and_, {a, b}); }
  bool isBound(ExprId e) const {
    const Op op = model_.expr(e).op;
    return op == Op::bound || op == Op::seqBound || op == Op::product;
  }

  std::vector<Cell> operatorCells(ExprId id) {
    const Expr e = model_.expr(id);
    if (e.op != Op::equal && e.op != Op::in && e.op != Op::intersection && e.op != Op::difference && e.op != Op::union_)
      return {};
    const ExprId left = model_.child(id, 0), right = model_.child(id, 1);
    if (e.op == Op::in && isBound(right)) return {};
    const ExprId same = make_.binary(Op::equal, left, right), different = negated(same);
    const ExprId meet = make_.unary(Op::some, make_.binary(Op::intersection, left, right));
    const ExprId leftIn = make_.binary(Op::in, left, right), rightIn = make_.binary(Op::in, right, left);
    return {{"operands disjoint", both(different, negated(meet))},
            {"operands equal", same},
            {"left operand within the right one", make_.list(Op::and_, {different, meet, leftIn})},
            {"right operand within the left one", make_.list(Op::and_, {different, meet, rightIn})},
            {"operands overlapping", make_.list(Op::and_, {meet, negated(leftIn), negated(rightIn)})}};
  }

  std::vector<Cell> uniqueCause(ExprId id) {
    const Expr e = model_.expr(id);
    if (e.op != Op::and_ && e.op != Op::or_ && e.op != Op::implies) return {};
    const std::vector<ExprId> operands(model_.children(id).begin(), model_.children(id).end());
    if (operands.size() < 2) return {};
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      std::vector<ExprId> others;
      for (std::size_t j = 0; j < operands.size(); ++j)
        if (j != i) others.push_back(e.op == Op::or_ || (e.op == Op::implies && j == 1) ? negated(operands[j]) : operands[j]);
      const ExprId decides = make_.list(Op::and_, others);
      const std::string text = shortened(operands[i]);
      cells.emplace_back(fmt::format("{} decides, being true", text), both(decides, operands[i]));
      cells.emplace_back(fmt::format("{} decides, being false", text), both(decides, negated(operands[i])));
    }
    return cells;
  }

  std::string shortened(ExprId e) const {
    constexpr std::size_t longest = 40;
    std::string text = support::oneLine(sources_.text(model_.expr(e).span));
    if (text.size() <= longest) return text;
    std::size_t end = longest - 4;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // does not cut within a UTF-8 character
    return text.substr(0, end) + " ...";
  }

  std::vector<Cell> weakMutation(ExprId id) {
    const Expr e = model_.expr(id);
    if (e.temporal && model::isTemporal(e.op)) return {};
    if (e.op == Op::in && isBound(model_.child(id, 1))) return {};
    std::vector<Cell> cells;
    const std::vector<ExprId> operands(model_.children(id).begin(), model_.children(id).end());
    const std::vector<Decl> decls(model_.decls(id).begin(), model_.decls(id).end());
    if ((e.op == Op::and_ || e.op == Op::or_) && operands.size() < 2) return {};
    for (const Sibling& sibling : siblingsOf(e.op)) {
      if (sibling.op == e.op) continue;
      const ExprId other = model::isQuantifier(e.op)             ? make_.quantified(sibling.op, decls, operands[0])
                           : e.op == Op::and_ || e.op == Op::or_ ? make_.list(sibling.op, operands)
                           : operands.size() == 1                ? make_.unary(sibling.op, operands[0])
                                                                 : make_.binary(sibling.op, operands[0], operands[1], e.negated);
      const ExprId differs =
          e.sort == model::Sort::formula ? negated(make_.binary(Op::iff, id, other)) : make_.binary(Op::equal, id, other, true);
      cells.emplace_back(fmt::format("a value that differs from the value with `{}` in place of this operator", sibling.text),
                         differs);
    }
    return cells;
  }

  std::vector<Cell> borders(ExprId id) {
    const Expr e = model_.expr(id);
    if (!model::isQuantifier(e.op) || e.op == Op::quantAll) return {};
    const std::vector<Decl> decls(model_.decls(id).begin(), model_.decls(id).end());
    const ExprId body = model_.child(id, 0);
    return {{"its body true for no binding", make_.quantified(Op::quantNo, decls, body)},
            {"its body true for one binding", make_.quantified(Op::quantOne, decls, body)},
            {"its body true for two or more bindings", negated(make_.quantified(Op::quantLone, decls, body))}};
  }

  std::vector<Cell> closureDepth(ExprId id) {
    const Expr e = model_.expr(id);
    if (e.op != Op::closure && e.op != Op::reflexiveClosure) return {};
    const ExprId step = model_.child(id, 0), two = make_.join(step, step);
    const ExprId closed = make_.unary(Op::closure, step);
    return {{"single steps only", both(make_.unary(Op::some, step), make_.unary(Op::no, two))},
            {"two steps where a single step is not enough", make_.unary(Op::some, make_.binary(Op::difference, two, step))},
            {"a cycle", make_.unary(Op::some, make_.binary(Op::intersection, closed, identity()))}};
  }

  /// The requirements of R9 (near misses, see cells.h). `id` must be the body of a predicate.
  std::vector<Cell> nearMisses(ExprId id) {
    const auto hanging = hangsOnOneTuple(model_, make_, id);
    if (!hanging) return {};
    return {{"true, and false with one tuple more or less", both(id, *hanging)},
            {"false, and true with one tuple more or less", both(negated(id), *hanging)}};
  }

  ExprId identity() {
    const Expr iden{.op = Op::iden, .sort = model::Sort::relation, .arity = 2};
    const auto typed = make_.typed(iden, {});
    if (!typed) throw model::TypeMismatch("iden");
    return make_.add(*typed, {});
  }

  model::Model& model_;
  model::TypeTable types_;
  model::Nodes make_;
  const model::SourceMap& sources_;
  ModelRequirements& result_;
  std::set<ExprId> bodies_;  // bodies of predicates
  std::vector<PendingSubject> pending_;
  std::map<std::pair<Sets, std::uint32_t>, std::size_t> index_;  // by set (R4 to R9) and subject: the index in pending_
};

}  // namespace

void addCells(model::Model& model, const model::SourceMap& sources, ModelRequirements& requirements) {
  Adder(model, sources, requirements).add();
}

}  // namespace aunit::coverage
