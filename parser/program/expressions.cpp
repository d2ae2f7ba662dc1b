// Resolves expressions: checks sorts, computes value ranges, folds constants and expands quantifiers.
#include <algorithm>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "parser/program/resolver.h"

namespace aunit::parser::program {

namespace {

constexpr std::int64_t largestValue = std::int64_t{1} << 40;  // limit for intermediate results, so that 64 bits never overflow
constexpr std::size_t mostExpressions = 1'000'000;            // limit for a program, after expansion of quantifiers
constexpr int deepest = 1000;

struct Interval {
  std::int64_t low;
  std::int64_t high;
};

Interval hull(std::initializer_list<std::int64_t> values) {
  return {std::min(values), std::max(values)};
}

bool isArithmetic(Op op) {
  return op >= Op::negate && op <= Op::remainder;
}
bool isOrder(Op op) {
  return op >= Op::less && op <= Op::greaterEqual;
}
bool isTemporal(Op op) {
  return op >= Op::always;
}

/// Returns the range of values of `a op b`. The absolute values of the operands are at most largestValue. Ignores division by 0,
/// which is a separate error.
Interval arithmeticRange(Op op, const Expr& a, const Expr* b) {
  switch (op) {
    case Op::negate: return {-a.high, -a.low};
    case Op::add: return {a.low + b->low, a.high + b->high};
    case Op::subtract: return {a.low - b->high, a.high - b->low};
    case Op::multiply: {
      // The product of two 40-bit numbers may exceed 64 bits: computes a `double`.
      const auto product = [](std::int64_t x, std::int64_t y) {
        return static_cast<std::int64_t>(std::clamp(static_cast<double>(x) * static_cast<double>(y), -1e18, 1e18));
      };
      return hull({product(a.low, b->low), product(a.low, b->high), product(a.high, b->low), product(a.high, b->high)});
    }
    case Op::divide: {
      if (b->low == b->high && b->low != 0) return hull({a.low / b->low, a.high / b->low});
      const std::int64_t most = std::max(std::abs(a.low), std::abs(a.high));
      return {-most, most};
    }
    default: {  // a remainder has the sign of the dividend, and is smaller than the divisor
      const std::int64_t most = std::max({std::abs(b->low), std::abs(b->high), std::int64_t{1}}) - 1;
      return {a.low < 0 ? std::max(a.low, -most) : 0, a.high > 0 ? std::min(a.high, most) : 0};
    }
  }
}

std::int64_t compute(Op op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Op::negate: return -a;
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::remainder: return a % b;
    case Op::equal: return a == b;
    case Op::notEqual: return a != b;
    case Op::less: return a < b;
    case Op::lessEqual: return a <= b;
    case Op::greater: return a > b;
    case Op::greaterEqual: return a >= b;
    case Op::not_: return a == 0;
    case Op::implies: return a == 0 || b != 0;
    case Op::iff: return (a != 0) == (b != 0);
    default: return 0;
  }
}

class DepthGuard {
 public:
  explicit DepthGuard(int& depth) : depth_(depth) { ++depth_; }
  ~DepthGuard() { --depth_; }

 private:
  int& depth_;
};

}  // namespace

void Resolver::fail(std::string code, model::Span where, std::string message, std::vector<std::string> hints) {
  diagnostics_.error(std::move(code), where, std::move(message)).hints = std::move(hints);
  throw Unresolved{};
}

void Resolver::failUnknown(const std::string& kind, const std::string& name, model::Span where,
                           const std::vector<std::string>& candidates) {
  model::suggest(diagnostics_.error("unknown-name", where, fmt::format("there is no {} `{}`", kind, name)), name, candidates);
  throw Unresolved{};
}

std::string Resolver::sortName(Sort sort, std::uint32_t enumeration) const {
  if (sort == Sort::boolean) return "a truth value";
  if (sort == Sort::integer) return "an integer";
  const Enumeration& e = program_.enumerations[enumeration];
  return e.name.empty() ? fmt::format("one of {{{}, ...}}", e.members.front()) : fmt::format("a `{}`", e.name);
}

ExprId Resolver::add(Expr expr) {
  if (size() >= mostExpressions)
    fail("limit", expr.span,
         fmt::format("the program has more than {} expressions after templates, quantifiers and propositions are expanded",
                     mostExpressions));
  program_.exprs.push_back(std::move(expr));
  return static_cast<ExprId>(program_.exprs.size() - 1);
}

ExprId Resolver::literal(std::int64_t value, Sort sort, std::uint32_t enumeration, model::Span where) {
  Expr e;
  e.sort = sort;
  e.enumeration = enumeration;
  e.value = e.low = e.high = value;
  e.span = where;
  return add(std::move(e));
}

void Resolver::requireSort(ExprId id, Sort sort, std::uint32_t enumeration) {
  const Expr& e = program_.expr(id);
  if (e.sort == sort && (sort != Sort::enumeration || e.enumeration == enumeration)) return;
  fail("type", e.span,
       fmt::format("{} is needed here, but this is {}", sortName(sort, enumeration), sortName(e.sort, e.enumeration)));
}

std::int64_t Resolver::constantValue(ExprId id, std::string_view what) {
  const Expr& e = program_.expr(id);
  if (e.op != Op::constant) fail("constant", e.span, fmt::format("{} must be a constant", what));
  return e.value;
}

/// Reports an error if the value can never be in the domain. A value that is sometimes outside is checked at run time.
void Resolver::requireDomain(ExprId id, const Domain& domain, const std::string& variable) {
  requireSort(id, domain.sort, domain.enumeration);
  const Expr& e = program_.expr(id);
  if (e.high >= domain.low && e.low <= domain.high) return;
  const std::string found = e.low == e.high ? fmt::format("{}", e.low) : fmt::format("a value in {}..{}", e.low, e.high);
  fail("domain", e.span, fmt::format("{} is outside the domain {}..{} of `{}`", found, domain.low, domain.high, variable));
}

ExprId Resolver::formula(Tree::ExprContext* context, const Scope& scope) {
  const ExprId id = expression(context, scope);
  requireSort(id, Sort::boolean);
  return id;
}

ExprId Resolver::make(Op op, std::vector<ExprId> children, model::Span where, const Scope& scope) {
  Expr e;
  e.op = op;
  e.span = where;
  bool constant = !isTemporal(op);
  for (const ExprId child : children) {
    const Expr& c = program_.expr(child);
    constant = constant && c.op == Op::constant;
    e.mayFail = e.mayFail || c.mayFail;
  }
  const Expr a = program_.expr(children[0]);
  const Expr b = program_.expr(children.back());

  if (isArithmetic(op)) {
    for (const ExprId child : children) requireSort(child, Sort::integer);
    e.sort = Sort::integer;
    if (op == Op::divide || op == Op::remainder) {
      if (b.low == 0 && b.high == 0) fail("division", b.span, "the divisor is 0");
      if (b.low <= 0 && b.high >= 0) {
        if (scope.place != Place::statement)
          fail("division", b.span, fmt::format("the divisor may be 0 (it is in {}..{})", b.low, b.high));
        e.mayFail = true;
      }
    }
    const Interval range = arithmeticRange(op, a, &b);
    if (range.low < -largestValue || range.high > largestValue)
      fail("limit", where, "the value may be larger than 2^40, which is the limit");
    e.low = range.low;
    e.high = range.high;
  } else if (isOrder(op)) {
    for (const ExprId child : children) requireSort(child, Sort::integer);
  } else if (op == Op::equal || op == Op::notEqual) {
    requireSort(children[1], a.sort, a.enumeration);
  } else {
    for (const ExprId child : children) requireSort(child, Sort::boolean);
  }

  if (constant && !e.mayFail) {
    std::int64_t result = 0;
    if (op == Op::and_)
      result = std::ranges::all_of(children, [&](ExprId c) { return program_.expr(c).value != 0; });
    else if (op == Op::or_)
      result = std::ranges::any_of(children, [&](ExprId c) { return program_.expr(c).value != 0; });
    else
      result = compute(op, a.value, b.value);
    return literal(result, e.sort, noId, where);
  }
  e.children = std::move(children);
  return add(std::move(e));
}

ExprId Resolver::expression(Tree::ExprContext* context, const Scope& scope) {
  const DepthGuard guard(depth_);
  if (depth_ > deepest) fail("syntax", span(context), "this expression is nested too deeply");
  if (auto* comparison = dynamic_cast<Tree::ComparisonContext*>(context)) {
    const ExprId left = term(comparison->term(0), scope);
    if (!comparison->op) return left;
    const std::string text = comparison->op->getText();
    const Op op = text == "="    ? Op::equal
                  : text == "!=" ? Op::notEqual
                  : text == "<"  ? Op::less
                  : text == "<=" ? Op::lessEqual
                  : text == ">"  ? Op::greater
                                 : Op::greaterEqual;
    return make(op, {left, term(comparison->term(1), scope)}, span(context), scope);
  }
  if (auto* quantifier = dynamic_cast<Tree::QuantifiedContext*>(context)) return quantified(quantifier, scope);
  if (auto* prefix = dynamic_cast<Tree::PrefixContext*>(context)) {
    const auto type = prefix->op->getType();
    const Op op = type == Tree::NOT          ? Op::not_
                  : type == Tree::ALWAYS     ? Op::always
                  : type == Tree::EVENTUALLY ? Op::eventually
                                             : Op::after;
    if (isTemporal(op) && scope.place != Place::property)
      fail("temporal", tree_.span(*prefix->op),
           fmt::format("`{}` is about a whole run, but a formula about one state is needed here", prefix->op->getText()),
           {"write the formula in a `property`"});
    return make(op, {expression(prefix->expr(), scope)}, span(context), scope);
  }
  auto* connective = dynamic_cast<Tree::ConnectiveContext*>(context);
  const auto type = connective->op->getType();
  if (type == Tree::AND || type == Tree::OR) {
    // A chain of `and`, or of `or`, becomes one node with many children. Collects its operands without recursion.
    std::vector<Tree::ExprContext*> operands;
    Tree::ExprContext* left = context;
    for (auto* c = connective; c && c->op->getType() == type; c = dynamic_cast<Tree::ConnectiveContext*>(left)) {
      operands.push_back(c->expr(1));
      left = c->expr(0);
    }
    operands.push_back(left);
    std::vector<ExprId> children;
    for (auto i = operands.rbegin(); i != operands.rend(); ++i) children.push_back(expression(*i, scope));
    return make(type == Tree::AND ? Op::and_ : Op::or_, std::move(children), span(context), scope);
  }
  const Op op = type == Tree::IMPLIES ? Op::implies : type == Tree::IFF ? Op::iff : Op::until;
  if (op == Op::until && scope.place != Place::property)
    fail("temporal", tree_.span(*connective->op), "`until` is about a whole run, but a formula about one state is needed here",
         {"write the formula in a `property`"});
  const ExprId left = expression(connective->expr(0), scope);
  return make(op, {left, expression(connective->expr(1), scope)}, span(context), scope);
}

ExprId Resolver::quantified(Tree::QuantifiedContext* context, const Scope& scope) {
  const auto [low, high] = range(context->low, context->high, scope, 10'000);
  const bool all = context->op->getType() == Tree::ALL;
  const std::vector<Tree::NameContext*> names = context->name();
  Scope inner = scope;
  std::vector<ExprId> instances;
  for (Tree::NameContext* name : names) {
    inner.indices.push_back({name->getText(), low, span(name)});
    uses_.declare(NameKind::variable, span(name));
  }
  const auto values = std::span(inner.indices).subspan(scope.indices.size());
  for (bool more = low <= high; more;) {
    instances.push_back(formula(context->expr(), inner));
    more = false;
    for (std::size_t i = names.size(); i-- > 0 && !more;) {
      more = values[i].value++ < high;
      if (!more) values[i].value = low;
    }
  }
  if (instances.empty()) return literal(all, Sort::boolean, noId, span(context));
  return make(all ? Op::and_ : Op::or_, std::move(instances), span(context), scope);
}

ExprId Resolver::term(Tree::TermContext* context, const Scope& scope) {
  const DepthGuard guard(depth_);
  if (depth_ > deepest) fail("syntax", span(context), "this expression is nested too deeply");
  if (auto* c = dynamic_cast<Tree::ValueContext*>(context)) {
    if (!c->target()) return value(c->reference(), scope);
    if (scope.place == Place::constant) fail("constant", span(context), "a constant is needed here");
    return location(c->reference(), c->target(), scope);
  }
  if (auto* c = dynamic_cast<Tree::NumberContext*>(context)) {
    const std::string text = c->getText();
    if (text.size() > 10 || std::stoll(text) > std::numeric_limits<std::int32_t>::max())
      fail("limit", span(context), "this number is too large: the largest is 2147483647");
    return literal(std::stoll(text), Sort::integer, noId, span(context));
  }
  if (auto* c = dynamic_cast<Tree::TruthContext*>(context))
    return literal(c->op->getType() == Tree::TRUE, Sort::boolean, noId, span(context));
  if (auto* c = dynamic_cast<Tree::GroupedContext*>(context)) return expression(c->expr(), scope);
  if (auto* c = dynamic_cast<Tree::NegativeContext*>(context))
    return make(Op::negate, {term(c->term(), scope)}, span(context), scope);
  auto* c = dynamic_cast<Tree::ArithmeticContext*>(context);
  const char sign = c->op->getText()[0];
  const Op op = sign == '+'   ? Op::add
                : sign == '-' ? Op::subtract
                : sign == '*' ? Op::multiply
                : sign == '/' ? Op::divide
                              : Op::remainder;
  const ExprId left = term(c->term(0), scope);
  return make(op, {left, term(c->term(1), scope)}, span(context), scope);
}

std::vector<std::string> Resolver::valueNames(const Scope& scope) const {
  std::vector<std::string> names;
  for (const auto& index : scope.indices) names.push_back(index.name);
  if (scope.process)
    for (const auto& local : scope.process->locals[scope.instance]) names.push_back(local.first);
  for (const auto& constant : constants_) names.push_back(constant.first);
  for (const auto& variable : variables_) names.push_back(variable.first);
  for (const auto& proposition : propositions_) names.push_back(proposition.first);
  return names;
}

std::pair<Resolver::Cells, ExprId> Resolver::cells(Tree::ReferenceContext* context, const Scope& scope) {
  const std::vector<Tree::NameContext*> names = context->name();
  const bool qualified = names.size() == 2;
  Tree::NameContext* last = names.back();
  const std::string name = last->getText();
  // In `P[1].x[2]`, finds the index after the last name: 2, not 1.
  Tree::ExprContext* index = nullptr;
  for (Tree::ExprContext* e : context->expr())
    if (e->start->getTokenIndex() > last->start->getTokenIndex()) index = e;

  Cells found;
  if (qualified) {
    const ProcessId process = processOf(context, scope);
    const Template& owner = std::ranges::find_if(templates_, [&](const auto& t) {
                              return process >= t.second.first && process < t.second.first + t.second.locals.size();
                            })->second;
    const auto& locals = owner.locals[process - owner.first];
    const auto local = locals.find(name);
    if (local == locals.end()) {
      std::vector<std::string> candidates;
      for (const auto& l : locals) candidates.push_back(l.first);
      failUnknown(fmt::format("variable of process `{}` with the name", names[0]->getText()), name, span(last), candidates);
    }
    found = local->second;
  } else {
    const std::map<std::string, Cells>* locals = scope.process ? &scope.process->locals[scope.instance] : nullptr;
    if (locals && locals->contains(name))
      found = locals->at(name);
    else if (const auto global = variables_.find(name); global != variables_.end())
      found = global->second;
    else if (diagnostics_.hasErrors() && globals_.contains(name))
      throw Unresolved{};  // the declaration has an error
    else
      failUnknown("variable", name, span(last), valueNames(scope));
  }
  uses_.add(NameKind::field, span(last), found.span);
  if (found.isArray && !index)
    fail("type", span(context),
         fmt::format("`{}` is an array: write the index of a cell, as in `{}[{}]`", name, name, found.low));
  if (!found.isArray && index) fail("type", span(index), fmt::format("`{}` is not an array", name));
  return {found, index ? indexOf(index, found, name, scope) : noId};
}

ExprId Resolver::indexOf(Tree::ExprContext* context, const Cells& cells, const std::string& name, const Scope& scope) {
  const ExprId id = expression(context, scope);
  requireSort(id, Sort::integer);
  const Expr& e = program_.expr(id);
  const bool outside = e.high < cells.low || e.low > cells.high;
  const bool maybe = e.low < cells.low || e.high > cells.high;
  if (outside || (maybe && scope.place != Place::statement))
    fail("domain", e.span,
         fmt::format("the index {} outside `{}[{}..{}]`", outside ? "is" : "may be", name, cells.low, cells.high));
  return id;
}

ExprId Resolver::value(Tree::ReferenceContext* context, const Scope& scope) {
  const std::vector<Tree::NameContext*> names = context->name();
  const std::string name = names[0]->getText();
  const bool plain = names.size() == 1 && context->expr().empty();
  if (plain) {
    for (auto i = scope.indices.rbegin(); i != scope.indices.rend(); ++i)
      if (i->name == name) {
        uses_.add(NameKind::variable, span(context), i->span);
        return literal(i->value, Sort::integer, noId, span(context));
      }
    const bool local = scope.process && scope.process->locals[scope.instance].contains(name);
    if (!local) {
      if (const auto constant = constants_.find(name); constant != constants_.end()) {
        noteGlobal(names[0]);
        const Expr e = program_.expr(constant->second.value);
        return literal(e.value, e.sort, e.enumeration, span(context));
      }
      if (const auto proposition = propositions_.find(name); proposition != propositions_.end()) {
        noteGlobal(names[0]);
        if (scope.place == Place::constant) fail("constant", span(context), "a constant is needed here");
        if (program_.propositions[proposition->second].temporal && scope.place != Place::property)
          fail("temporal", span(context),
               fmt::format("`{}` is about a whole run, but a formula about one state is needed here", name));
        writtenOut_ += propositionSizes_[proposition->second];
        Expr e;
        e.op = Op::proposition;
        e.target = proposition->second;
        e.span = span(context);
        return add(std::move(e));
      }
      if (templates_.contains(name))
        fail("type", span(context), fmt::format("`{}` is a process", name),
             {fmt::format("to test its location write `{} at LABEL`", name)});
    }
  }
  if (scope.place == Place::constant) fail("constant", span(context), "a constant is needed here");
  const auto [found, index] = cells(context, scope);
  const Domain& domain = program_.variables[found.first].domain;
  Expr e;
  e.sort = domain.sort;
  e.enumeration = domain.enumeration;
  e.low = domain.low;
  e.high = domain.high;
  e.span = span(context);
  if (index == noId || program_.expr(index).op == Op::constant) {
    e.op = Op::variable;
    e.target = found.first + static_cast<std::uint32_t>(index == noId ? 0 : program_.expr(index).value - found.low);
  } else {
    const Expr& i = program_.expr(index);
    e.op = Op::element;
    e.target = found.first;
    e.value = found.low;
    e.value2 = found.high;
    e.mayFail = i.mayFail || i.low < found.low || i.high > found.high;
    e.children = {index};
  }
  return add(std::move(e));
}

ProcessId Resolver::processOf(Tree::ReferenceContext* context, const Scope& scope) {
  Tree::NameContext* first = context->name(0);
  const std::string name = first->getText();
  const auto found = templates_.find(name);
  if (found == templates_.end()) {
    if (diagnostics_.hasErrors() && globals_.contains(name)) throw Unresolved{};  // the declaration has an error
    std::vector<std::string> candidates;
    for (const auto& t : templates_) candidates.push_back(t.first);
    failUnknown("process", name, span(first), candidates);
  }
  noteGlobal(first);
  const Template& process = found->second;
  Tree::ExprContext* index = nullptr;
  if (!context->expr().empty() &&
      (context->name().size() == 1 || context->expr(0)->start->getTokenIndex() < context->name(1)->start->getTokenIndex()))
    index = context->expr(0);
  if (!process.isArray) {
    if (index) fail("type", span(index), fmt::format("`{}` is a single process, so it cannot have an index", name));
    return process.first;
  }
  if (!index)
    fail("type", span(first),
         fmt::format("there are several processes `{}`: write an index, as in `{}[{}]`", name, name, process.low));
  const ExprId id = expression(index, scope);
  requireSort(id, Sort::integer);
  const std::int64_t which = constantValue(id, "the index of a process");
  if (which < process.low || which > process.high)
    fail("domain", span(index),
         fmt::format("there is no process `{}[{}]`: the index must be in {}..{}", name, which, process.low, process.high));
  return process.first + static_cast<ProcessId>(which - process.low);
}

ExprId Resolver::location(Tree::ReferenceContext* reference, Tree::TargetContext* target, const Scope& scope) {
  if (reference->name().size() == 2) fail("type", span(reference), "only a process has a location");
  const ProcessId process = processOf(reference, scope);
  const Template& owner = templates_.at(reference->name(0)->getText());
  Expr e;
  e.op = Op::at;
  e.target = process;
  e.value = label(target, owner);
  e.span = model::join(span(reference), span(target));
  return add(std::move(e));
}

}  // namespace aunit::parser::program
