// Resolves names, bottom-up: from the syntax tree to the typed tree (language reference 5, 7). This file is long, because
// visiting an expression and looking up its names call each other: a name can be a macro, whose body is then visited in place of
// the name.

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "parser/alloy/resolver.h"
#include "parser/alloy/syntax/operators.h"
#include "support/cancellation.h"

namespace aunit::parser::alloy {

using namespace model;
using syntax::Kind;
namespace builtin = model::builtin;

namespace {

Op quantifierOp(syntax::Quantifier q) {
  using Q = syntax::Quantifier;
  switch (q) {
    case Q::all: return Op::quantAll;
    case Q::no: return Op::quantNo;
    case Q::some: return Op::quantSome;
    case Q::lone: return Op::quantLone;
    case Q::one: return Op::quantOne;
    case Q::sum: return Op::sum;
  }
  return Op::quantAll;
}

bool isTarget(const syntax::Expr& e, std::string_view word) {
  return e.kind == Kind::name && *e.text == word;
}

// Drops the bindings made in a scope when the scope ends.
class Scope {
 public:
  explicit Scope(Context& context) : context_(context), size_(context.bindings.size()) {}
  ~Scope() { context_.bindings.resize(size_); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Context& context_;
  std::size_t size_;
};

}  // namespace

NodeRef Resolver::unknownName(Context& context, const std::string& name, Span span) {
  if (poisoned_.count(name) || world_.mayBeDeclared(name)) return tree_.cascade(span);
  std::vector<std::string> names;
  if (++suggestions_ <= mostSuggestions) {
    names = world_.visibleNames(*context.module);
    for (const Binding& binding : context.bindings) names.push_back(binding.name);
    // A misspelt operator parses as a name, so operators are suggested, too.
    names.insert(names.end(), {"after", "always", "before", "eventually", "historically", "implies", "once", "releases", "since",
                               "triggered", "until"});
  }
  std::vector<std::string> hints;
  const auto slash = name.rfind('/');
  const std::string near = model::didYouMean(slash == std::string::npos ? name : name.substr(slash + 1), names);
  const std::string alias = name.substr(0, std::min(name.find('/'), name.size()));
  const bool isOpened = slash == std::string::npos || alias == "this" ||
                        std::ranges::any_of(context.module->opens, [&](const OpenLink& open) { return open.alias == alias; });
  static const std::set<std::string_view> ofLibrary = {"boolean",  "graph",    "integer", "natural", "ordering",
                                                       "relation", "sequence", "sequniv", "ternary", "time"};
  if (!isOpened)
    hints.push_back(ofLibrary.count(alias) != 0 ? fmt::format("write `open util/{}` first", alias)
                                                : fmt::format("no module has the alias `{0}`: write `open ... as {0}`", alias));
  else if (!near.empty())
    hints.push_back(near);
  static const std::map<std::string_view, const char*> others = {
      {"if", "a choice is written `a => b else c`"},
      {"subset", "inclusion is written `a in b`"},
      {"subseteq", "inclusion is written `a in b`"},
      {"elem", "membership is written `a in b`"},
      {"contains", "`a contains b` is written `b in a`"},
      {"union", "the union is written `a + b`"},
      {"intersect", "the intersection is written `a & b`"},
      {"minus", "the difference of sets is written `a - b`, of numbers `minus[a, b]`"},
      {"null", "the empty set is `none`; `no e` is true if e is empty"},
      {"empty", "the empty set is `none`; `no e` is true if e is empty"},
      {"true", "Alloy has no literal `true`: write the formula alone; util/boolean declares True and False"},
      {"false", "Alloy has no literal `false`: write `not` before the formula; util/boolean declares True and False"},
      {"Integer", "integers are `Int`"},
      {"integer", "integers are `Int`"},
      {"string", "strings are `String`"},
      {"Boolean", "util/boolean declares `Bool`"},
      {"Bool", "write `open util/boolean` first: it declares `Bool`"},
      {"previous", "Electrum's `previous` is `before`"}};
  if (const auto found = others.find(name); found != others.end()) hints.assign({found->second});
  if (std::ranges::any_of(context.module->opens, [&](const OpenLink& open) { return open.alias == name; }))
    hints.assign({fmt::format("`{0}` is a module: write `{0}/` before its names, as in `{0}/first`", name)});
  static const std::map<std::string_view, const char*> ofRelations = {
      {"acyclic", "[r, S]"},    {"antisymmetric", "[r]"}, {"bijective", "[r, S]"}, {"equivalence", "[r, S]"},
      {"functional", "[r, S]"}, {"injective", "[r, S]"},  {"irreflexive", "[r]"},  {"reflexive", "[r, S]"},
      {"surjective", "[r, S]"}, {"symmetric", "[r]"},     {"total", "[r, S]"},     {"transitive", "[r]"}};
  if (const auto found = ofRelations.find(name); found != ofRelations.end())
    hints.assign({fmt::format("write `open util/relation` first, then `{}{}`", name, found->second)});
  if (name.size() == 1 && name >= "a" && name <= "z" && hints.size() == 1 && hints.front() == near)
    hints.assign({fmt::format("declare the variable first: `all {}: S | ...`", name)});
  if (std::ranges::any_of(model_.assertions(), [&](const model::Assertion& a) { return a.name == name; }))
    hints.assign({fmt::format("`{}` is an assertion: `check` and `satisfies` can name it, but formulas cannot", name)});
  if (model_.sigs().size() == model::builtin::count)
    hints.assign({"no signature is declared: a file of tests must open its model (`open list` for list.als)"});
  if (context.place == Context::Place::fieldBound && fieldsByName_.count(name))
    hints.push_back(
        "the bound of a field may use only fields of the same signature that are declared before it, and fields of its "
        "ancestors");
  if (context.place == Context::Place::parameter)
    hints.push_back("functions and predicates cannot be used in the declaration of a parameter");
  return tree_.bad("unknown-name", span, fmt::format("the name \"{}\" cannot be found", name), std::move(hints));
}

// Returns everything that a name may mean, except local variables and macros (as the Analyzer's CompModule.populate does).
std::vector<NodeRef> Resolver::candidates(Context& context, const syntax::Expr& e) {
  const bool plain = e.kind == Kind::atName;
  const std::string& name = *e.text;
  const Span span = context.at(e.span);
  std::vector<NodeRef> out;
  if (name == "iden") return {tree_.leaf(Op::iden, model::noId, types_.binaryUniv(), span)};
  if (const auto id = World::builtinNamed(*context.module, name)) return {tree_.signature(*id, span)};
  const Binding* const receiver = context.lookUp("this");
  const NodeRef self = receiver ? receiver->value : nullptr;
  const Span written = context.at(lastPart(e.nameSpan, name));
  const bool callsAllowed = context.place != Context::Place::fieldBound && context.place != Context::Place::parameter;
  const bool inSig = context.sig != model::noId;
  unsigned wanted = World::sigs;
  if (callsAllowed) wanted |= World::functions;
  // A qualified name finds a field only with `this/`: the language has no `A/f` for fields.
  const auto fields = fieldsByName_.find(name.starts_with("this/") ? name.substr(5) : name);
  const std::vector<World::NameMeaning> declared = world_.find(*context.module, name, wanted);
  const bool isOnly = declared.size() == 1 && fields == fieldsByName_.end();
  for (const World::NameMeaning& found : declared) {
    if (found.kind == World::NameMeaning::Kind::sig) {
      const bool isMeta = model_.sig(found.id).isMeta;
      if (isOnly && !isMeta) uses_.add(NameKind::signature, written, found.declaration);
      const bool isOpen = !isOnly && !isMeta;
      out.push_back(tree_.signature(found.id, span, 0,
                                    isOpen ? uses_.propose(NameKind::signature, written, found.declaration) : model::noId));
      continue;
    }
    const UseCollector::Proposal use = uses_.propose(NameKind::function, written, found.declaration);
    if (tree_.isPoisoned(found.id)) {
      out.push_back(tree_.cascade(span));
      continue;
    }
    if (inSig && self && tree_.parameterCount(found.id) > 0 && types_.hasArity(self->type, 1) &&
        types_.intersects(tree_.typeOfParameter(found.id, 0), self->type))
      out.push_back(tree_.call(found.id, {tree_.withSpan(self, span)}, 1, span, use));
    out.push_back(tree_.call(found.id, {}, 0, span, use));
  }
  if (fields == fieldsByName_.end()) return out;
  const auto& visible = context.module->nameable;
  for (const model::FieldId id : fields->second) {
    const model::Field& f = model_.field(id);
    const model::Sig& owner = model_.sig(f.sig);
    const auto home =
        std::find_if(visible.begin(), visible.end(), [&](const ModuleInstance* m) { return m->id == owner.module; });
    if (home == visible.end()) continue;
    const bool own = *home == context.module || context.module->seesPrivate || f.isMeta;
    if (!own && (owner.isPrivate || f.isPrivate)) continue;
    if (typeOf(id) == TypeTable::empty) continue;  // the field has no type yet
    const UseCollector::Proposal use = uses_.propose(NameKind::field, written, f.span);
    if (!inSig) {
      out.push_back(tree_.field(id, typeOf(id), span, 0, use));
    } else if (model_.isAncestor(f.sig, context.sig)) {
      const NodeRef relation = tree_.field(id, typeOf(id), span, 0, use);
      out.push_back(self && !plain ? tree_.join(tree_.withSpan(self, span), relation, span) : relation);
    } else if (context.place != Context::Place::fieldBound) {
      out.push_back(tree_.field(id, typeOf(id), span, 1, use));
    }
  }
  return out;
}

NodeRef Resolver::lookUp(Context& context, const syntax::Expr& e) {
  const std::string name = e.kind == Kind::atName ? "@" + *e.text : *e.text;
  const Span span = context.at(e.span);
  const auto use = [&](const MacroDefinition* macro) {
    noteUse(context, NameKind::macro, {*e.text, e.nameSpan}, macro->home->at(macro->syntax->name.span));
    return tree_.macroUse(macro, {}, span);
  };
  if (name.find('/') != std::string::npos)
    if (const MacroDefinition* macro = world_.findQualifiedMacro(*context.module, name)) return use(macro);
  if (const Binding* bound = context.lookUp(name)) {
    uses_.add(NameKind::variable, context.at(e.nameSpan), bound->declaration);
    if (bound->cell)
      return tree_.withSpan(inCell(context, *bound, [&](syntax::ExprPtr cell) { return visit(context, *cell); }), span);
    if (bound->value->kind == Node::Kind::macro && bound->value->errors.empty())
      return tree_.bad("macro", span, "a macro cannot be an argument of another macro");
    return tree_.withSpan(bound->value, span);
  }
  const MacroDefinition* macro = nullptr;
  for (const ModuleInstance* m : context.module->nameable) {
    const auto found = m->macros.find(name);
    if (found == m->macros.end() || (found->second.syntax->isPrivate && m != context.module)) continue;
    if (macro) return tree_.bad("ambiguous", span, fmt::format("there are several macros named \"{}\"", name));
    macro = &found->second;
  }
  if (macro) return use(macro);
  std::vector<NodeRef> found = candidates(context, e);
  if (found.empty()) {
    if (context.unknownNamesAreAtoms && (name.find('/') == std::string::npos || name.find('$') != std::string::npos))
      return tree_.leaf(Op::atom, model_.internString(name), types_.unary(builtin::univ), span);
    return unknownName(context, name, span);
  }
  world_.noteQualifiers(*context.module, {*e.text, e.nameSpan}, context.source);
  return tree_.choice(std::move(found), span);
}

/// Records the use of a name that is not overloaded.
void Resolver::noteUse(const Context& context, NameKind kind, const syntax::Name& name, Span declaration) {
  uses_.add(kind, context.at(lastPart(name.span, name.text)), declaration);
  world_.noteQualifiers(*context.module, name, context.source);
}

/// Counts an expansion that makes `nodes` nodes. Returns false if the model would become too large.
bool Resolver::mayExpand(std::uint64_t nodes) {
  expandedNodes_ += nodes;
  return ++expansions_ <= mostExpansions && expandedNodes_ <= mostExpandedNodes;
}

/// Returns an error node. All expansions share one error node, because nested macros can exceed the limit thousands of times.
NodeRef Resolver::tooManyExpansions(Span span, const std::string& what) {
  if (!tooManyExpansions_)
    tooManyExpansions_ =
        tree_.bad("limit", span,
                  fmt::format("{} makes the model too large: at most {} expansions are allowed, with at most {} nodes in total",
                              what, mostExpansions, mostExpandedNodes));
  return tooManyExpansions_;
}

// Expands a macro if all its arguments are present. The body sees only the macro's parameters (language reference 7.5).
NodeRef Resolver::instantiate(Context& context, NodeRef use) {
  if (use->kind != Node::Kind::macro || !use->errors.empty()) return use;
  const syntax::Macro& macro = *use->macro->syntax;
  if (use->children.size() < macro.params.size()) return use;
  if (context.macroDepth <= 0) {
    if (!endlessMacro_) endlessMacro_ = tree_.bad("macro", use->span, "macros are nested too deeply; does a macro use itself?");
    return endlessMacro_;
  }
  // The limit counts the nodes in the result of the outermost expansion, and in the arguments of the expansions inside it.
  const bool inBody = context.macroDepth < Context::deepestMacro;
  std::uint64_t given = 0;
  for (const NodeRef argument : use->children) given += argument->size;
  const auto refuse = [&] { return tooManyExpansions(use->span, fmt::format("expanding the macro \"{}\"", macro.name.text)); };
  if (!mayExpand(inBody ? given : 0)) return refuse();
  Context inner(*use->macro->home);
  inner.macroDepth = context.macroDepth - 1;
  for (std::size_t i = 0; i < macro.params.size(); ++i) {
    const NodeRef argument = use->children[i];
    // An argument without a type, such as a function that lacks arguments, may get its type inside the body. Arguments with
    // a type are resolved here, independently of the body (language reference 8.3).
    const bool open = argument->errors.empty() && argument->type == TypeTable::empty;
    inner.bindings.push_back(
        {macro.params[i].text, open ? argument : tree_.resolveAny(argument), inner.at(macro.params[i].span)});
    tree_.confirmUses(inner.bindings.back().value);  // names in an argument count as used even if the body ignores the argument
  }
  // If the result is only a function that lacks arguments, `settled` returns an error node.
  NodeRef result = tree_.withoutMultiplicities(tree_.settled(visit(inner, *macro.body)));
  if (!inBody) expandedNodes_ += result->size;
  if (std::max(expandedNodes_, std::uint64_t{result->size}) > mostExpandedNodes) return refuse();
  for (std::size_t i = macro.params.size(); i < use->children.size(); ++i)
    result = applyTo(context, result, use->children[i], use->span);
  return result;
}

NodeRef Resolver::applyTo(Context& context, NodeRef target, NodeRef argument, Span span) {
  if (target->kind == Node::Kind::macro && target->errors.empty()) {
    std::vector<NodeRef> arguments = target->children;
    arguments.push_back(argument);
    return instantiate(context, tree_.macroUse(target->macro, std::move(arguments), span));
  }
  if (argument->kind == Node::Kind::macro && argument->errors.empty())
    return tree_.bad("macro", argument->span, "this macro needs more arguments");
  // `Int[e]` is the atom of the integer e, or, if e is a set of integers, the atom of their sum.
  if (target->kind == Node::Kind::expression && target->op == Op::sig && target->payload == builtin::integers &&
      types_.isInt(argument->type))
    return tree_.withSpan(tree_.asSet(tree_.asInteger(argument)), span);
  return tree_.apply(target, argument, span);
}

NodeRef Resolver::visitName(Context& context, const syntax::Expr& e) {
  if (*e.text == "fun/min") return tree_.leaf(Op::minInt, model::noId, TypeTable::integer, context.at(e.span));
  if (*e.text == "fun/max") return tree_.leaf(Op::maxInt, model::noId, TypeTable::integer, context.at(e.span));
  if (*e.text == "fun/next")
    return tree_.leaf(Op::nextInt, model::noId, types_.of({builtin::integers, builtin::integers}), context.at(e.span));
  return instantiate(context, lookUp(context, e));
}

NodeRef Resolver::visitBox(Context& context, const syntax::Expr& e) {
  const syntax::Expr& target = *e.children[0];
  const auto arguments = [&](std::vector<NodeRef> first) {
    for (std::size_t i = 1; i < e.children.size(); ++i) first.push_back(visit(context, *e.children[i]));
    return first;
  };
  const auto special = [&](const syntax::Expr& word, std::vector<NodeRef> first) -> NodeRef {
    if (isTarget(word, "disj")) return tree_.list(Op::disjoint, arguments(std::move(first)), context.at(e.span));
    if (isTarget(word, "pred/totalOrder")) return tree_.list(Op::totalOrder, arguments(std::move(first)), context.at(e.span));
    if (isTarget(word, "int") || isTarget(word, "sum")) {
      std::vector<NodeRef> operands = arguments(std::move(first));
      if (operands.size() != 1) return tree_.bad("type", context.at(e.span), fmt::format("`{}` takes one argument", *word.text));
      return tree_.asSet(tree_.unary(Op::sumOf, operands[0], context.at(e.span)));
    }
    return nullptr;
  };
  if (const NodeRef result = special(target, {})) return result;
  if (target.kind == Kind::dot && target.children[1]->kind == Kind::name)
    if (isTarget(*target.children[1], "disj") || isTarget(*target.children[1], "pred/totalOrder"))
      return special(*target.children[1], {visit(context, *target.children[0])});
  NodeRef result = visit(context, target);
  for (std::size_t i = 1; i < e.children.size(); ++i) {
    const Span span = i + 1 == e.children.size() ? context.at(e.span) : context.at(model::join(target.span, e.children[i]->span));
    result = applyTo(context, result, visit(context, *e.children[i]), span);
  }
  return result;
}

NodeRef Resolver::visitBound(Context& context, const syntax::Expr& e) {
  if (e.kind == Kind::unary) {
    using U = syntax::Unary;
    const auto operand = [&] { return visitBound(context, *e.children[0]); };
    switch (e.unary) {
      case U::some: return tree_.marked(Multiplicity::some, operand(), context.at(e.span));
      case U::lone: return tree_.marked(Multiplicity::lone, operand(), context.at(e.span));
      case U::one: return tree_.marked(Multiplicity::one, operand(), context.at(e.span));
      default: break;
    }
  }
  return visit(context, e);
}

bool Resolver::isMetaRange(NodeRef bound) const {
  if (!world_.usesDollar() || types_.arity(bound->type) != 1) return false;
  for (const auto& product : types_.products(bound->type))
    if (!model_.sig(product[0]).isMeta) return false;
  return true;
}

NodeRef Resolver::visitQuantified(Context& context, const syntax::Expr& e) {
  NodeRef firstBound = nullptr;
  if (world_.usesDollar())
    if (const NodeRef expanded = expandMeta(context, e, firstBound)) return expanded;
  Scope scope(context);
  const bool comprehension = e.kind == Kind::comprehension;
  std::vector<NodeDecl> decls = resolveDecls(context, e.decls, model::VarKind::quantified, firstBound);
  const Op op = comprehension ? Op::comprehension : quantifierOp(e.quantifier);
  NodeRef body = e.children.empty() ? tree_.leaf(Op::true_, model::noId, TypeTable::formula, context.at(e.span))
                                    : visit(context, *e.children[0]);
  if (op == Op::sum && body->errors.empty() && model::isComparison(body->op))
    body = tree_.bad("type", body->span, "the body of `sum` must be an integer, but this is a comparison",
                     {"the body of `sum` extends as far to the right as possible: `(sum x: A | x.n) <= 3` compares the sum; `#{ "
                      "x: A | x.n <= 3 }` counts the atoms for which the comparison is true"});
  body = op == Op::sum ? tree_.resolveInteger(body) : tree_.resolveFormula(body);
  if (!comprehension && body->errors.empty()) {
    for (std::size_t i = 0; i < e.decls.size() && i < decls.size(); ++i)
      for (std::uint32_t k = 0; k < decls[i].variableCount; ++k) {
        const model::VarId variable = decls[i].firstVariable + k;
        const bool usedLater = std::any_of(decls.begin() + static_cast<std::ptrdiff_t>(i) + 1, decls.end(),
                                           [&](const NodeDecl& later) { return TypedTree::mentions(later.bound, variable); });
        if (!usedLater && !TypedTree::mentions(body, variable))
          diagnostics_.warning("unused", context.at(e.decls[i].names[k].span),
                               fmt::format("the variable \"{}\" is not used", e.decls[i].names[k].text));
      }
  }
  return tree_.quantified(op, std::move(decls), body, context.at(e.span));
}

// Reports an error for `some a = b`, which parses as `(some a) = b` (language reference 4, level 10).
NodeRef Resolver::rejectMisreading(const Context& context, const syntax::Expr& e) {
  using B = syntax::Binary;
  const bool comparison = e.binary == B::in || e.binary == B::equal || e.binary == B::less || e.binary == B::greater ||
                          e.binary == B::lessEqual || e.binary == B::greaterEqual;
  const syntax::Expr& left = *e.children[0];
  using U = syntax::Unary;
  if (!comparison || left.kind != Kind::unary || left.parenthesised) return nullptr;
  if (left.unary != U::some && left.unary != U::no && left.unary != U::lone && left.unary != U::one) return nullptr;
  const std::string inner(sources_.text(context.at(model::join(left.children[0]->span, e.children[1]->span))));
  const std::string first(sources_.text(context.at(left.span)));
  return tree_.bad(
      "type", context.at(e.span), fmt::format("the left side of this comparison is the formula `{}`", first),
      {fmt::format("Alloy takes all of `{0}` as the left side; if you mean two formulas, write `{0} and {1}`", first, inner)});
}

// Whether a node is a computed integer: not a literal, `min` or `max`.
bool Resolver::isComputed(NodeRef node) const {
  return node->errors.empty() && types_.isSmallInt(node->type) && node->kind == Node::Kind::expression &&
         node->op != Op::integer && node->op != Op::minInt && node->op != Op::maxInt;
}

// Reports an error for `p(x)`, which parses as two formulas `p` and `(x)`, if one of them is not a formula. Returns true if there
// was such an error.
bool Resolver::rejectCallsInParentheses(const Context& context, const syntax::Expr& block, std::vector<NodeRef>& formulas) {
  const std::string_view text = sources_.file(context.source).text();
  const auto isFormula = [&](NodeRef node) { return tree_.asFormula(node)->errors.empty(); };
  bool found = false;
  for (std::size_t i = 1; i < formulas.size(); ++i) {
    const Span callee = context.at(block.children[i - 1]->span), argument = context.at(block.children[i]->span);
    if (callee.end != argument.begin || text[argument.begin] != '(' || (isFormula(formulas[i - 1]) && isFormula(formulas[i])))
      continue;
    formulas[i] = tree_.bad("call", {argument.file, argument.begin, argument.begin + 1},
                            "arguments are written in brackets, not in parentheses");
    formulas[i - 1] = tree_.cascade(callee);
    found = true;
  }
  return found;
}

bool Resolver::mayHaveCallInParentheses(const Context& context, const syntax::Expr& block) const {
  const std::string_view text = sources_.file(context.source).text();
  return std::ranges::adjacent_find(block.children, [&](syntax::ExprPtr callee, syntax::ExprPtr argument) {
           return callee->span.end == argument->span.begin && text[argument->span.begin] == '(';
         }) != block.children.end();
}

/// Types the body of a paragraph. If the body is large, frees its syntax tree. If the body is a large block, also writes
/// its formulas to the model one after the other. Then memory holds only a part of the syntax tree, and the typed tree of one
/// formula.
NodeRef Resolver::visitBody(Context& context, const syntax::Expr& body, syntax::Nodes nodes) {
  const ModuleInstance& module = *context.module;
  const bool byFormula = body.kind == Kind::block && body.children.size() > 1 && nodes.end - nodes.first >= World::largeBody &&
                         !mayHaveCallInParentheses(context, body);
  // The syntax tree stays if `$` is used, because the body of a meta-quantifier is visited once for each atom.
  const bool frees = nodes.end - nodes.first >= World::largeBody && !world_.usesDollar();
  startOfBody_ = frees ? std::optional(nodes.first) : std::nullopt;
  if (!byFormula) {
    const NodeRef whole = visit(context, body);
    startOfBody_.reset();
    world_.freeTree(module, nodes);
    return whole;
  }
  warnOfInlineConjunction(context, body);
  const Span span = context.at(body.span);
  const support::ShortList<syntax::ExprPtr> formulas = body.children;  // copied, because the loop below frees the body
  std::vector<std::pair<model::ExprId, Span>> written;
  bool good = true;
  std::size_t at = nodes.first;
  for (const syntax::ExprPtr formula : formulas) {
    const TypedTree::Mark before = tree_.mark();
    const NodeRef node = tree_.resolveFormula(visit(context, *formula));
    const auto write = [&](NodeRef part) { written.emplace_back(tree_.emit(part), part->span); };
    if (!tree_.report(node))
      good = false;
    else if (node->kind == Node::Kind::expression && node->op == Op::and_)
      std::ranges::for_each(node->children, write);
    else if (node->kind != Node::Kind::expression || node->op != Op::true_)
      write(node);
    forgetNodes(before);
    at = module.file->arena.indexOf(formula, at);
    startOfBody_ = frees ? std::optional(at) : std::nullopt;
    if (at - nodes.first < World::largeBody) continue;
    world_.freeTree(module, {nodes.first, at});
    nodes.first = at;
  }
  startOfBody_.reset();
  world_.freeTree(module, nodes);
  if (!good) return tree_.cascade(span);
  std::vector<NodeRef> parts;
  for (const auto& [id, where] : written) parts.push_back(tree_.written(id, where));
  return tree_.list(Op::and_, std::move(parts), span);
}

/// Types a sum `a + b + ...` of very many operands. In a large body, frees the syntax trees of the operands on the way. The trees
/// of the first and the last operand stay, because the formulas around the sum may still need them for checks.
NodeRef Resolver::visitLongSum(Context& context, const syntax::Expr& sum) {
  const std::optional<std::size_t> start = std::exchange(startOfBody_, std::nullopt);  // sums inside an operand free nothing
  const bool frees = start && context.macroDepth == Context::deepestMacro;
  const ModuleInstance& module = *context.module;
  const syntax::Expr* first = &sum;
  while (first->ofLongSum) first = first->children[0];
  std::size_t at = frees ? module.file->arena.indexOf(first, *start) : 0, freed = at + 1;
  const auto visitPart = [&](const auto& self, const syntax::Expr& part) -> NodeRef {
    if (part.ofLongSum) {
      const NodeRef left = self(self, *part.children[0]), right = self(self, *part.children[1]);
      warnOfArithmetic(Op::union_, left, right, context.at(part.span));
      return tree_.longSum(left, right, context.at(part.span));
    }
    const NodeRef operand = visit(context, part);
    if (!frees) return operand;
    if (at >= freed + World::largeBody) {
      world_.freeTree(module, {freed, at});
      freed = at;
    }
    at = module.file->arena.indexOf(&part, at);
    return operand;
  };
  const NodeRef result = visitPart(visitPart, sum);
  startOfBody_ = start;
  return result;
}

void Resolver::warnOfArithmetic(Op op, NodeRef left, NodeRef right, Span span) {
  if (!isComputed(left) && !isComputed(right)) return;
  diagnostics_
      .warning("arithmetic", span,
               fmt::format("`{}` is set {} here, not arithmetic", op == Op::union_ ? "+" : "-",
                           op == Op::union_ ? "union" : "difference"))
      .hints.push_back(fmt::format("to calculate, write `{}[..., ...]`", op == Op::union_ ? "plus" : "minus"));
}

// Warns about two formulas on one line if the second looks like a part of the first. Warns at most once per block.
void Resolver::warnOfInlineConjunction(const Context& context, const syntax::Expr& block) {
  const model::SourceFile& file = sources_.file(context.source);
  const auto mayMislead = [&](syntax::ExprPtr a, syntax::ExprPtr b) {
    return file.position(a->span.end).line == file.position(b->span.begin).line && endsOpen(*a);
  };
  const auto first = std::adjacent_find(block.children.begin(), block.children.end(), mayMislead);
  if (first == block.children.end()) return;
  diagnostics_.warning("inline-conjunction", context.at(first[1]->span),
                       "this formula looks like a part of the formula on its left, but is a separate conjunct: move this formula "
                       "to a new line, or join the two formulas with `and`");
}

NodeRef Resolver::visit(Context& context, const syntax::Expr& e) {
  using U = syntax::Unary;
  support::spend(500);
  const Span span = context.at(e.span);
  switch (e.kind) {
    case Kind::number: return tree_.leaf(Op::integer, static_cast<std::uint32_t>(e.number), TypeTable::integer, span);
    case Kind::string: return tree_.leaf(Op::stringAtom, model_.internString(*e.text), types_.unary(builtin::string), span);
    case Kind::name:
    case Kind::atName: return visitName(context, e);
    case Kind::block: {
      std::vector<NodeRef> formulas;
      for (const syntax::ExprPtr child : e.children) formulas.push_back(visit(context, *child));
      if (!rejectCallsInParentheses(context, e, formulas)) warnOfInlineConjunction(context, e);
      if (formulas.size() == 1) return tree_.withoutMultiplicities(formulas[0]);
      return tree_.list(Op::and_, std::move(formulas), span);
    }
    case Kind::unary:
      switch (e.unary) {
        case U::set: return tree_.marked(Multiplicity::set, visit(context, *e.children[0]), span);
        case U::seq: return tree_.sequenceBound(visit(context, *e.children[0]), span);
        case U::sumOf:
        case U::intOf: return tree_.asSet(tree_.unary(Op::sumOf, visit(context, *e.children[0]), span));
        default: {
          static constexpr Op ops[] = {Op::not_,
                                       Op::always,
                                       Op::eventually,
                                       Op::after,
                                       Op::before,
                                       Op::historically,
                                       Op::once,
                                       Op::no,
                                       Op::some,
                                       Op::lone,
                                       Op::one,
                                       Op::true_,
                                       Op::true_,
                                       Op::cardinality,
                                       Op::sumOf,
                                       Op::sumOf,
                                       Op::transpose,
                                       Op::closure,
                                       Op::reflexiveClosure,
                                       Op::prime};
          return tree_.unary(ops[static_cast<int>(e.unary)], visit(context, *e.children[0]), span);
        }
      }
    case Kind::binary: {
      const Op op = opOf(e.binary);
      if (op == Op::and_ || op == Op::or_) {
        // Long chains are left-deep: collects the operands in a loop, without recursion into left operands.
        std::vector<const syntax::Expr*> spine;
        const syntax::Expr* left = &e;
        for (; left->kind == Kind::binary && left->binary == e.binary; left = left->children[0])
          spine.push_back(left->children[1]);
        std::vector<NodeRef> operands{visit(context, *left)};
        for (auto i = spine.rbegin(); i != spine.rend(); ++i) operands.push_back(visit(context, **i));
        return tree_.list(op, std::move(operands), span);
      }
      if (e.ofLongSum) return visitLongSum(context, e);
      if (const NodeRef misread = rejectMisreading(context, e)) return misread;
      const NodeRef left = visit(context, *e.children[0]);
      const NodeRef right = op == Op::in ? visitBound(context, *e.children[1]) : visit(context, *e.children[1]);
      // `A <: f` is the field itself if f is declared in A (language reference 5).
      if (op == Op::domainRestriction && left->errors.empty() && right->errors.empty() && left->op == Op::sig &&
          right->op == Op::field && model_.field(right->payload).sig == left->payload && right->weight == 0) {
        tree_.confirmUses(left);
        return tree_.withSpan(right, span);
      }
      if (op == Op::union_ || op == Op::difference) warnOfArithmetic(op, left, right, span);
      return tree_.binary(op, left, right, span, e.negated);
    }
    case Kind::arrow:
      return tree_.arrow(visit(context, *e.children[0]), visit(context, *e.children[1]), e.leftMultiplicity, e.rightMultiplicity,
                         span);
    case Kind::ifElse:
      return tree_.ifThenElse(visit(context, *e.children[0]), visit(context, *e.children[1]), visit(context, *e.children[2]),
                              span);
    case Kind::dot: {
      const syntax::Expr& right = *e.children[1];
      if (isTarget(right, "int") || isTarget(right, "sum"))
        return tree_.asSet(tree_.unary(Op::sumOf, visit(context, *e.children[0]), span));
      const NodeRef argument = visit(context, *e.children[0]);
      return applyTo(context, visit(context, right), argument, span);
    }
    case Kind::box: return visitBox(context, e);
    case Kind::named: return visitNamed(context, e);
    case Kind::valuation:
      diagnostics_.error("valuation", span, "a valuation cannot be used as an expression");
      return tree_.cascade(span);
    case Kind::quantified:
    case Kind::comprehension: return visitQuantified(context, e);
    case Kind::let: {
      const Span name = context.at(e.nameSpan);
      Scope scope(context);
      NodeRef value = visit(context, *e.children[0]);
      if (value->kind == Node::Kind::macro && value->errors.empty())
        return tree_.bad("macro", value->span, "this macro needs more arguments");
      value = tree_.resolveAny(value);
      model::Variable variable;
      variable.name = *e.text;
      variable.kind = model::VarKind::let;
      variable.sort = types_.isFormula(value->type)    ? model::Sort::formula
                      : types_.isSmallInt(value->type) ? model::Sort::integer
                                                       : model::Sort::relation;
      variable.arity = static_cast<std::uint8_t>(variable.sort == model::Sort::relation ? types_.arity(value->type) : 0);
      variable.type = types_.toModel(types_.relational(value->type));
      variable.span = name;
      const model::VarId id = model_.addVariable(std::move(variable));
      if (!value->errors.empty()) return value;
      context.bindings.push_back({*e.text, tree_.letVariable(id, value, name), name});
      const NodeRef body = visit(context, *e.children[1]);
      if (body->errors.empty() && !TypedTree::mentions(body, id))
        diagnostics_.warning("unused", name, fmt::format("the variable \"{}\" is not used", *e.text));
      return tree_.let(id, value, body, span);
    }
  }
  return tree_.bad("syntax", span, "this cannot be read");
}

}  // namespace aunit::parser::alloy
