#include "strength/scripts/goals.h"

#include <functional>
#include <utility>

#include <fmt/format.h>

#include "solver/entailment/logic.h"

namespace aunit::strength::scripts {

using namespace model;

const char* name(Goal::Kind kind) {
  switch (kind) {
    case Goal::Kind::action: return "action";
    case Goal::Kind::branch: return "branch";
    case Goal::Kind::pair: return "pair";
    case Goal::Kind::arguments: return "arguments";
    case Goal::Kind::size: return "size";
    case Goal::Kind::callSize: return "size at a call";
    case Goal::Kind::refused: return "refused call";
    case Goal::Kind::state: return "state";
  }
  return "";
}

namespace {

/// Returns the signature over which a variable ranges; noId if its type is not a single signature.
model::SigId sigOf(const model::Model& model, model::VarId variable) {
  const auto& products = model.type(model.variable(variable).type).products;
  return products.size() == 1 && products[0].size() == 1 ? products[0][0] : noId;
}

bool comparable(const model::Model& model, model::VarId a, model::VarId b) {
  const model::SigId first = sigOf(model, a), second = sigOf(model, b);
  return first != noId && second != noId && (model.isSubsig(first, second) || model.isSubsig(second, first));
}

std::string relationName(const model::Model& model, const Goal& goal) {
  return goal.isField ? model.field(goal.relation).name : model.sig(goal.relation).name;
}

std::string sizeText(const model::Model& model, const Goal& goal) {
  const std::string relation = relationName(model, goal);
  switch (goal.size) {
    case Size::none: return "no " + relation;
    case Size::one: return "one " + relation;
    case Size::several: return "several " + relation;
    case Size::all:
      return goal.isField ? fmt::format("{} of each {}", relation, model.sig(model.field(goal.relation).sig).name)
                          : fmt::format("each {} in {}", model.sig(model.sig(goal.relation).parents[0]).name, relation);
  }
  return "";
}

class GoalLister {
 public:
  GoalLister(const model::Model& model, const Actions& actions) : model_(model), actions_(actions.actions) {}

  std::vector<Goal> list() {
    for (std::size_t a = 0; a < actions_.size(); ++a)
      goals_.push_back({.kind = Goal::Kind::action, .action = a, .text = actions_[a].name});
    for (std::size_t a = 0; a < actions_.size(); ++a) addBranches(a);
    for (std::size_t a = 0; a < actions_.size(); ++a) addArguments(a);
    for (std::size_t a = 0; a < actions_.size(); ++a)
      for (std::size_t b = 0; b < actions_.size(); ++b) addPair(a, b);
    addSizes();
    for (std::size_t a = 0; a < actions_.size(); ++a) addRefusals(a);
    return std::move(goals_);
  }

 private:
  void addBranches(std::size_t a) {
    for (std::size_t i = 0; i < actions_[a].branches.size(); ++i)
      goals_.push_back({.kind = Goal::Kind::branch,
                        .action = a,
                        .part = i,
                        .text = fmt::format("{} with {}", actions_[a].name, actions_[a].branches[i].text)});
  }

  void addArguments(std::size_t a) {
    const auto& variables = actions_[a].variables;
    for (std::size_t i = 0; i < variables.size(); ++i)
      for (std::size_t k = i + 1; k < variables.size(); ++k) {
        if (!comparable(model_, variables[i], variables[k])) continue;
        for (const bool equal : {true, false})
          goals_.push_back({.kind = Goal::Kind::arguments,
                            .action = a,
                            .compare = equal ? Goal::Comparison::equal : Goal::Comparison::different,
                            .first = i,
                            .second = k,
                            .text = fmt::format("{} with {} {} {}", actions_[a].name, model_.variable(variables[i]).name,
                                                equal ? "=" : "!=", model_.variable(variables[k]).name)});
      }
  }

  void addPair(std::size_t a, std::size_t b) {
    Goal goal{.kind = Goal::Kind::pair, .action = b, .before = a};
    for (std::size_t i = 0; i < actions_[a].variables.size(); ++i)
      for (std::size_t k = 0; k < actions_[b].variables.size(); ++k) {
        if (!comparable(model_, actions_[a].variables[i], actions_[b].variables[k])) continue;
        for (const bool equal : {true, false}) {
          goal.compare = equal ? Goal::Comparison::equal : Goal::Comparison::different;
          goal.first = i;
          goal.second = k;
          const std::string name = model_.variable(actions_[b].variables[k]).name;
          goal.text =
              fmt::format("{} after {} with {} {}", actions_[b].name, actions_[a].name, equal ? "the same" : "another", name);
          goals_.push_back(goal);
        }
        return;
      }
    goal.text = fmt::format("{} after {}", actions_[b].name, actions_[a].name);
    goals_.push_back(std::move(goal));
  }

  void addSizes() {
    for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
      const model::Sig& sig = model_.sig(id);
      if (model_.modules()[sig.module].library || sig.isEnum || sig.isMeta || sig.multiplicity == model::Multiplicity::one)
        continue;
      if (!sig.isVar && (sig.isAbstract || !model_.isTopLevel(id))) continue;
      for (const Size size : {Size::none, Size::one, Size::several}) {
        if (size == Size::several && sig.multiplicity == model::Multiplicity::lone) continue;
        addSize(false, id, size, sig.isVar);
      }
      if (sig.isVar && !sig.parents.empty() && sig.parents[0] >= model::builtin::count &&
          sig.multiplicity != model::Multiplicity::lone)
        addSize(false, id, Size::all, false);
    }
    for (model::FieldId id = 0; id < model_.fields().size(); ++id) {
      const model::Field& field = model_.field(id);
      if (!field.isVar || field.isMeta || model_.modules()[model_.sig(field.sig).module].library) continue;
      if (field.arity == 2 && field.bound != noId && model_.expr(field.bound).op == Op::bound &&
          model_.expr(field.bound).rightMultiplicity == model::Multiplicity::one)
        continue;  // with `one`, the field always has as many tuples as its signature has atoms
      for (const Size size : {Size::none, Size::one, Size::several}) addSize(true, id, size, true);
      if (model_.sig(field.sig).multiplicity != model::Multiplicity::one) addSize(true, id, Size::all, false);
    }
  }

  void addSize(bool isField, std::uint32_t relation, Size size, bool atCalls) {
    Goal goal{.kind = Goal::Kind::size, .isField = isField, .relation = relation, .size = size};
    const std::string text = sizeText(model_, goal);
    goal.text = text;
    goals_.push_back(goal);
    if (!atCalls) return;
    goal.kind = Goal::Kind::callSize;
    for (std::size_t a = 0; a < actions_.size(); ++a) {
      goal.action = a;
      goal.text = fmt::format("{} with {}", actions_[a].name, text);
      goals_.push_back(goal);
    }
  }

  void addRefusals(std::size_t a) {
    for (std::size_t i = 0; i < actions_[a].guards.size(); ++i) {
      Goal goal{.kind = Goal::Kind::refused,
                .action = a,
                .part = i,
                .text = fmt::format("{} refused by {} alone", actions_[a].name, actions_[a].guards[i].text)};
      goals_.push_back(goal);
      if (actions_[a].guards.size() == 1) {
        goals_.back().text = fmt::format("{} refused by {}", actions_[a].name, actions_[a].guards[i].text);
        continue;
      }
      goal.byOthers = true;
      goal.stronger = goals_.size() - 1;
      goal.text = fmt::format("{} refused by {} among others", actions_[a].name, actions_[a].guards[i].text);
      goals_.push_back(std::move(goal));
    }
  }

  const model::Model& model_;
  const std::vector<Action>& actions_;
  std::vector<Goal> goals_;
};

class GoalFormula {
 public:
  GoalFormula(model::Extension& extension, const Actions& actions, model::Semantics semantics)
      : extension_(extension),
        model_(extension.model()),
        make_(extension.nodes()),
        logic_(model_, make_, semantics),
        actions_(actions.actions) {}

  ExprId of(const Goal& goal) {
    make_.at({});
    const Action& action = actions_.empty() ? none_ : actions_[goal.action];
    switch (goal.kind) {
      case Goal::Kind::action: return callOf(action, {});
      case Goal::Kind::branch: return stepOf(action, action.branches[goal.part].formula);
      case Goal::Kind::arguments: {
        const ExprId equal =
            make_.binary(Op::equal, make_.variable(action.variables[goal.first]), make_.variable(action.variables[goal.second]),
                         goal.compare == Goal::Comparison::different);
        return stepOf(action, equal);
      }
      case Goal::Kind::pair: return pairOf(goal);
      case Goal::Kind::size: return sizeOf(goal);
      case Goal::Kind::callSize: return make_.list(Op::and_, {sizeOf(goal), callOf(action, {})});
      case Goal::Kind::refused: {
        std::vector<ExprId> parts{logic_.no(action.guards[goal.part].formula)};
        if (!goal.byOthers)
          for (std::size_t i = 0; i < action.guards.size(); ++i)
            if (i != goal.part) parts.push_back(action.guards[i].formula);
        const ExprId refused = make_.list(Op::and_, parts);
        const auto& params = model_.func(action.function).params;
        return params.empty() ? refused : make_.quantified(Op::quantSome, std::vector(params), refused);
      }
      case Goal::Kind::state: return make_.truth(false);
    }
    return make_.truth(false);
  }

 private:
  /// Returns the formula `some v: ... | a[v] and F`: the action happens with arguments for which F is true. It quantifies over
  /// new variables, one for each parameter. `said` gets these variables and returns F. If `said` is empty, there is no F.
  ExprId callOf(const Action& action, const std::function<ExprId(const std::vector<model::VarId>&)>& said) {
    const std::vector<model::Decl> params = model_.func(action.function).params;
    std::vector<model::Decl> decls;
    std::vector<model::VarId> fresh;
    std::vector<ExprId> arguments;
    for (const model::Decl& param : params) {
      model::Decl decl = param;
      for (std::uint32_t i = 0; i < param.variableCount; ++i) {
        const model::VarId variable = extension_.growing().addVariable(model::Variable(model_.variable(param.firstVariable + i)));
        if (i == 0) decl.firstVariable = variable;
        fresh.push_back(variable);
        arguments.push_back(make_.variable(variable));
      }
      if (const model::SigId sig = sigOf(model_, param.firstVariable); sig != noId) decl.bound = make_.sig(sig);
      decls.push_back(decl);
    }
    ExprId body = make_.call(action.function, arguments);
    if (said) body = make_.list(Op::and_, {body, said(fresh)});
    return decls.empty() ? body : make_.quantified(Op::quantSome, decls, body);
  }

  /// Returns a formula that holds if the action happens with parameters that satisfy `formula`.
  ExprId stepOf(const Action& action, ExprId formula) {
    const model::Func& function = model_.func(action.function);
    const ExprId body = make_.list(Op::and_, {function.body, formula});
    const std::vector<model::Decl> params = function.params;
    return params.empty() ? body : make_.quantified(Op::quantSome, params, body);
  }

  ExprId pairOf(const Goal& goal) {
    return callOf(actions_[goal.before], [&](const std::vector<model::VarId>& earlier) {
      const ExprId later = callOf(actions_[goal.action], [&](const std::vector<model::VarId>& now) {
        if (goal.compare == Goal::Comparison::nothing) return make_.truth(true);
        return make_.binary(Op::equal, make_.variable(earlier[goal.first]), make_.variable(now[goal.second]),
                            goal.compare == Goal::Comparison::different);
      });
      return make_.unary(Op::after, later);
    });
  }

  ExprId sizeOf(const Goal& goal) {
    const auto relation = [&] { return goal.isField ? make_.field(goal.relation) : make_.sig(goal.relation); };
    switch (goal.size) {
      case Size::none: return make_.unary(Op::no, relation());
      case Size::one: return make_.unary(Op::one, relation());
      case Size::several: return make_.unary(Op::not_, make_.unary(Op::lone, relation()));
      case Size::all: break;
    }
    ExprId whole = relation(), within = noId;
    if (goal.isField) {
      for (std::uint32_t i = 1; i < model_.field(goal.relation).arity; ++i)
        whole = make_.join(whole, make_.sig(model::builtin::univ));
      within = make_.sig(model_.field(goal.relation).sig);
    } else {
      within = make_.sig(model_.sig(goal.relation).parents[0]);
    }
    return make_.list(Op::and_, {make_.unary(Op::some, relation()), make_.binary(Op::in, within, whole)});
  }

  model::Extension& extension_;
  const model::Model& model_;
  model::Nodes& make_;
  const solver::Logic logic_;
  const std::vector<Action>& actions_;
  const Action none_;
};

}  // namespace

std::vector<Goal> goalsOf(const model::Model& model, const Actions& actions) {
  return GoalLister(model, actions).list();
}

ExprId formulaOf(const Goal& goal, model::Extension& extension, const Actions& actions, model::Semantics semantics) {
  return GoalFormula(extension, actions, semantics).of(goal);
}

}  // namespace aunit::strength::scripts
