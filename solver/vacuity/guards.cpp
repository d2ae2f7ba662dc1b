#include "solver/vacuity/guards.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace aunit::solver {

using namespace model;

namespace {

constexpr std::size_t mostCalls = 200;

class GuardWalk {
 public:
  GuardWalk(const Model& model, model::Nodes& make) : model_(model), make_(make) {}

  /// Wraps a formula in what surrounds the current formula: quantifiers, temporal operators and conditions. The result is true if
  /// the given formula is true for some values of the quantified variables, at some moment.
  using Wrap = std::function<ExprId(ExprId)>;

  void visit(ExprId id, bool asserted, const Wrap& wrap) {
    const Expr e = model_.expr(id);  // a copy, because nodes and declarations move when the model grows
    const std::vector<ExprId> children(model_.children(id).begin(), model_.children(id).end());
    if (model::isTemporal(e.op)) {
      const Op some = model::isPast(e.op) ? Op::once : Op::eventually;
      for (const ExprId child : children)
        visit(child, asserted, [&](ExprId formula) { return wrap(make_.unary(some, formula)); });
      return;
    }
    switch (e.op) {
      case Op::quantAll:
      case Op::quantSome:
      case Op::quantNo: {
        const std::vector<model::Decl> decls(model_.decls(id).begin(), model_.decls(id).end());
        return visit(children[0], asserted != (e.op == Op::quantNo),
                     [&](ExprId formula) { return wrap(make_.quantified(Op::quantSome, decls, formula)); });
      }
      case Op::let:
        return visit(children[1], asserted, [&](ExprId formula) { return wrap(make_.let(e.payload, children[0], formula)); });
      case Op::not_: return visit(children[0], !asserted, wrap);
      case Op::and_:
      case Op::or_:
        for (const ExprId child : children) visit(child, asserted, wrap);
        return;
      case Op::implies: return implication(children[0], children[1], asserted, wrap);
      case Op::ifThenElse:
        visit(children[1], asserted, [&](ExprId formula) { return wrap(make_.list(Op::and_, {children[0], formula})); });
        return visit(children[2], asserted, [&](ExprId formula) {
          return wrap(make_.list(Op::and_, {make_.unary(Op::not_, children[0]), formula}));
        });
      case Op::call: return call(e.payload, children, asserted, wrap);
      default: return;
    }
  }

  /// Returns the guards. If some calls were not followed, omits all guards in called predicates: such a guard may be false in
  /// every call that was followed, and true in one that was not.
  std::vector<Guard> take() {
    std::size_t next = 0;
    if (beyond_) std::erase_if(guards_, [&](const Guard&) { return isCalled_[next++] != 0; });
    return std::move(guards_);
  }

 private:
  void implication(ExprId left, ExprId right, bool asserted, const Wrap& wrap) {
    if (asserted) {
      guards_.push_back({left, wrap(left), behind_});
      isCalled_.push_back(depth_ != 0);
    }
    visit(left, !asserted, wrap);
    if (!asserted) return visit(right, asserted, wrap);
    behind_.push_back(left);
    visit(right, asserted, [&](ExprId formula) { return wrap(make_.list(Op::and_, {left, formula})); });
    behind_.pop_back();
  }

  /// Visits the body of a called predicate once for each call, because arguments and enclosing guards differ between calls.
  void call(model::FuncId id, const std::vector<ExprId>& arguments, bool asserted, const Wrap& wrap) {
    const model::Func& called = model_.func(id);
    if (called.recursive || called.body == noId) return;
    if (calls_ == mostCalls) {
      beyond_ = true;
      return;
    }
    ++calls_;
    const std::vector<model::VarId> variables = called.variables;
    ++depth_;
    visit(called.body, asserted, [&](ExprId formula) {
      for (std::size_t i = arguments.size(); i-- > 0;) formula = make_.let(variables[i], arguments[i], formula);
      return wrap(formula);
    });
    --depth_;
  }

  const Model& model_;
  model::Nodes& make_;
  std::vector<ExprId> behind_;
  std::size_t calls_ = 0;
  std::size_t depth_ = 0;  // number of calls around the current formula
  bool beyond_ = false;    // whether some calls were not followed because of a limit
  std::vector<Guard> guards_;
  std::vector<char> isCalled_;  // by guard: whether it is in a called predicate
};

}  // namespace

std::vector<Guard> guardsOf(const Model& model, model::Nodes& make, ExprId formula, bool asserted) {
  GuardWalk walk(model, make);
  if (formula != noId) walk.visit(formula, asserted, [](ExprId reached) { return reached; });
  return walk.take();
}

}  // namespace aunit::solver
