// Expressions typed at a prompt, on an instance (language reference 16.8).

#include "parser/alloy/resolver.h"

namespace aunit::parser::alloy {

namespace builtin = model::builtin;

// Names of the instance's atoms and skolems can be used. An atom's type is the most specific signature that contains it in some
// state.
std::optional<model::ExprId> Resolver::resolveExpression(syntax::ExprPtr expression, model::FileId source,
                                                         const model::Instance* atoms, model::Diagnostics& diagnostics) {
  expansions_ = 0;  // each expression at a prompt may use the full limits of macro expansion
  expandedNodes_ = 0;
  endlessMacro_ = tooManyExpansions_ = nullptr;
  Context context(world_.root());
  context.source = source;
  std::vector<TypeRef> typeOf;
  if (atoms) {
    const model::Universe& universe = *atoms->universe;
    typeOf.resize(universe.size(), types_.unary(builtin::univ));
    for (model::Atom a = universe.firstString(); a < universe.size(); ++a)
      typeOf[a] = types_.unary(universe.isInt(a) ? builtin::integers : builtin::string);
    for (const model::State& state : atoms->states)
      for (model::SigId id = builtin::count; id < model_.sigs().size() && id < state.sigs.size(); ++id) {
        if (model_.sig(id).subset) continue;
        for (const model::Atom a : state.sigs[id].atoms()) typeOf[a] = types_.intersect(typeOf[a], types_.unary(id));
      }
    for (model::Atom a = 0; a < universe.firstString(); ++a)
      context.bindings.push_back(
          {universe.name(a), tree_.leaf(model::Op::atom, model_.internString(universe.name(a)), typeOf[a], {}), {}});
    for (std::size_t i = 0; i < atoms->skolems.size(); ++i) {
      std::vector<model::Product> products;
      for (const model::State& state : atoms->states)
        state.skolems[i].forEach([&](std::span<const model::Atom> tuple) {
          model::Product columns;
          for (const model::Atom a : tuple) columns.push_back(types_.products(typeOf[a]).front()[0]);
          TypeTable::add(products, std::move(columns), model_);
        });
      if (products.empty()) products.push_back(model::Product(atoms->skolems[i].arity, builtin::univ));
      const TypeRef type = types_.intern(std::move(products));
      context.bindings.push_back(
          {atoms->skolems[i].name, tree_.leaf(model::Op::skolem, model_.internString(atoms->skolems[i].name), type, {}), {}});
    }
  }
  NodeRef node = tree_.resolveAny(visit(context, *expression));
  if (!node->errors.empty()) {
    for (const model::Diagnostic* problem : node->errors) {
      model::Diagnostic& added = diagnostics.error(problem->code, problem->span, problem->message);
      added.hints = problem->hints;
    }
    return std::nullopt;
  }
  return tree_.emit(node);
}

}  // namespace aunit::parser::alloy
