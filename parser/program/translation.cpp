#include "parser/program/translation.h"

#include <algorithm>
#include <map>
#include <utility>

#include "parser/command_text.h"
#include "parser/program/formulas.h"
#include "parser/program/names.h"
#include "parser/program/steps.h"

namespace aunit::parser::program {

namespace {

using model::FieldId;
using model::FuncId;
using model::SigId;
using model::Span;
using Node = Formulas::Node;
using ModelOp = model::Op;

/// Adds the parts of the model in order. Data members of this class store the parts that later parts mention.
class Translator {
 public:
  Translator(const Program& program, model::Model& model, model::Tests& tests)
      : program_(program),
        model_(model),
        tests_(tests),
        names_(program),
        formulas_(program, model, out_),
        stepFormulas_(program, formulas_) {}

  Translation run() {
    model_.setHasMutable(true);
    findBitwidth();
    model_.mutableModules()[0].name = names_.ofModule;
    signatures();
    fields();
    propositions();
    for (ProcessId p = 0; p < program_.processes.size(); ++p) process(p);
    behaviour();
    properties();
    for (const Valuation& valuation : program_.valuations) this->valuation(valuation);
    for (const Test& test : program_.tests) this->test(test);
    return std::move(out_);
  }

 private:
  // --- Integers. The largest intermediate result determines the bit width.

  void findBitwidth() {
    std::int64_t low = 0, high = 7;
    const auto include = [&](std::int64_t a, std::int64_t b) {
      low = std::min(low, a);
      high = std::max(high, b);
    };
    for (const Variable& v : program_.variables)
      if (v.domain.sort == Sort::integer) include(v.domain.low, v.domain.high);
    for (const Expr& e : program_.exprs)
      if (e.sort == Sort::integer) {
        include(e.low, e.high);
        if (e.op == Op::element) include(e.value, e.value2);
      }
    out_.bitwidth = 4;
    while (out_.bitwidth < 30 &&
           (low < -(std::int64_t{1} << (out_.bitwidth - 1)) || high >= std::int64_t{1} << (out_.bitwidth - 1)))
      ++out_.bitwidth;
  }

  // --- Declarations.

  SigId sig(const std::string& sigName, SigId parent, Span span) {
    model::Sig sig;
    sig.name = sigName;
    sig.label = "this/" + sigName;
    sig.span = span;
    sig.parents = {parent};
    const auto id = static_cast<SigId>(model_.sigs().size());
    sig.type = model_.internType({{{id}}});
    if (parent != model::builtin::univ) model_.mutableSigs()[parent].children.push_back(id);
    model_.mutableSigs().push_back(std::move(sig));
    return id;
  }

  SigId one(const std::string& sigName, SigId parent, Span span) {
    const SigId id = sig(sigName, parent, span);
    model_.mutableSigs()[id].multiplicity = model::Multiplicity::one;
    return id;
  }

  /// Adds an abstract signature `parentName`, and below it a `one sig` for each name in `members`. Returns the id of the parent;
  /// appends the other ids to `out`.
  SigId oneOf(const std::string& parentName, const std::vector<std::string>& members, Span span, std::vector<SigId>& out) {
    const SigId parent = sig(parentName, model::builtin::univ, span);
    model_.mutableSigs()[parent].isAbstract = true;
    for (const std::string& member : members) out.push_back(one(member, parent, span));
    return parent;
  }

  void signatures() {
    std::vector<SigId> truthValues;
    out_.boolean = oneOf("Bool", {"True", "False"}, {}, truthValues);
    out_.yes = truthValues[0];
    out_.no = truthValues[1];
    for (std::size_t e = 0; e < program_.enumerations.size(); ++e)
      enumerations_.push_back(
          oneOf(names_.enumerations[e], names_.members[e], program_.enumerations[e].span, out_.members.emplace_back()));
    for (ProcessId p = 0; p < program_.processes.size(); ++p)
      locations_.push_back(
          oneOf(names_.unused(program_.processes[p].name + "_Location"), names_.locations[p], {}, out_.locations.emplace_back()));
    out_.state = one("State", model::builtin::univ, {});
  }

  FieldId field(const std::string& fieldName, SigId range, Span span) {
    const auto id = static_cast<FieldId>(model_.fields().size());
    model::TypeTable types(model_);
    model::Nodes make(model_, types);
    make.at(span);
    model::Field field;
    field.name = fieldName;
    field.label = "this/State." + fieldName;
    field.sig = out_.state;
    field.span = span;
    field.isVar = true;
    field.declGroup = id;
    field.bound = make.bound(model::Multiplicity::one, make.sig(range));
    field.type = model_.internType({{{out_.state, range}}});
    model_.mutableFields().push_back(std::move(field));
    model_.mutableSigs()[out_.state].fields.push_back(id);
    return id;
  }

  void fields() {
    for (VariableId v = 0; v < program_.variables.size(); ++v) {
      const Variable& variable = program_.variables[v];
      const SigId range = variable.domain.sort == Sort::boolean   ? out_.boolean
                          : variable.domain.sort == Sort::integer ? model::builtin::integers
                                                                  : enumerations_[variable.domain.enumeration];
      out_.variables.push_back(field(names_.variables[v], range, variable.span));
    }
    for (ProcessId p = 0; p < program_.processes.size(); ++p)
      out_.processes.push_back(field(names_.counters[p], locations_[p], program_.processes[p].span));
  }

  /// Adds a predicate without parameters. `body` makes its body. `place` is the part of the program that the predicate describes.
  template <typename Body>
  FuncId predicate(const std::string& predicateName, Span place, Body body) {
    formulas_.setPlace(place);
    model::Func func;
    func.name = predicateName;
    func.label = "this/" + predicateName;
    func.body = body();
    model_.mutableFuncs().push_back(std::move(func));
    const auto id = static_cast<FuncId>(model_.funcs().size() - 1);
    places_[id] = place;
    return id;
  }

  /// Like predicate(), for a predicate that corresponds to one part of the program: `span` also becomes the place of its
  /// declaration.
  template <typename Body>
  FuncId written(const std::string& predicateName, Span span, Body body) {
    const FuncId id = predicate(predicateName, span, body);
    model_.mutableFuncs()[id].span = model_.mutableFuncs()[id].nameSpan = span;
    return id;
  }

  void fact(const std::string& factName, Node body) { model_.mutableFacts().push_back({factName, 0, {}, body}); }

  /// Returns a disjunction of calls. Each call has the place of its predicate.
  Node anyOf(const std::vector<FuncId>& predicates) {
    std::vector<Node> calls;
    for (const FuncId f : predicates) calls.push_back(at(places_[f], [&] { return formulas_.call(f); }));
    return formulas_.any(calls);
  }

  /// Makes a node with the given place.
  template <typename Make>
  Node at(Span place, Make make) {
    const Span around = formulas_.setPlace(place);
    const Node made = make();
    formulas_.setPlace(around);
    return made;
  }

  /// Adds say(p) for each process p, with the place of the process.
  template <typename Say>
  void ofProcesses(std::vector<Node>& out, Say say) {
    for (ProcessId p = 0; p < program_.processes.size(); ++p)
      out.push_back(at(program_.processes[p].span, [&] { return say(p); }));
  }

  /// Adds say(v) for each variable v, with the place of the variable.
  template <typename Say>
  void ofVariables(std::vector<Node>& out, Say say) {
    for (VariableId v = 0; v < program_.variables.size(); ++v)
      out.push_back(at(program_.variables[v].span, [&] { return say(v); }));
  }

  void propositions() {
    for (std::size_t i = 0; i < program_.propositions.size(); ++i) {
      const Proposition& proposition = program_.propositions[i];
      out_.propositions.push_back(
          written(names_.propositions[i], proposition.span, [&] { return formulas_.expression(proposition.formula); }));
    }
  }

  // --- Steps.

  void process(ProcessId p) {
    const Process& process = program_.processes[p];
    const std::string& own = names_.processes[p];
    std::vector<FuncId> takes, can, fails;
    for (LocationId l = 0; l < process.end(); ++l) {
      const Location& location = process.locations[l];
      const std::string takesName = names_.unused(own + "_takes_" + location.name),
                        canName = names_.unused(own + "_can_" + location.name);
      takes.push_back(written(takesName, location.span, [&] { return stepFormulas_.takesStep(p, l); }));
      can.push_back(predicate(canName, location.span, [&] { return stepFormulas_.canStep(p, l); }));
      const bool mayFail =
          std::ranges::any_of(location.assignments, [&](const Assignment& a) { return stepFormulas_.mayFailIn(a); }) ||
          (location.guard != noId && program_.expr(location.guard).mayFail);
      if (mayFail)
        fails.push_back(predicate(names_.unused(own + "_fails_" + location.name), location.span,
                                  [&] { return stepFormulas_.failsAt(p, l); }));
    }
    steps_.push_back(predicate(names_.unused(own + "_steps"), process.span, [&] { return anyOf(takes); }));
    canStep_.push_back(predicate(names_.unused(own + "_canStep"), process.span, [&] { return anyOf(can); }));
    fails_.push_back(predicate(names_.unused(own + "_fails"), process.span, [&] { return anyOf(fails); }));
  }

  // --- Runs.

  Node isInitial(VariableId v) {
    const Variable& variable = program_.variables[v];
    const auto& values = variable.initial;
    const bool interval = variable.domain.sort == Sort::integer && values.size() > 8 &&
                          values.back() - values.front() + 1 == static_cast<std::int64_t>(values.size());
    if (interval) return formulas_.isBetween(v, values.front(), values.back());
    std::vector<Node> cases;
    for (const std::int64_t value : values)
      cases.push_back(formulas_.binary(ModelOp::equal, formulas_.variable(v), formulas_.literal(value, variable.domain)));
    return formulas_.any(cases);
  }

  void behaviour() {
    initial_ = predicate("Initial", {}, [&] {
      std::vector<Node> parts;
      ofProcesses(parts, [&](ProcessId p) { return formulas_.isAt(p, 0); });
      ofVariables(parts, [&](VariableId v) { return isInitial(v); });
      return formulas_.all(parts);
    });
    stuck_ = predicate("Stuck", {}, [&] { return formulas_.unary(ModelOp::not_, anyOf(canStep_)); });
    next_ = predicate("Next", {}, [&] {
      std::vector<Node> nothing{formulas_.call(stuck_)};
      ofVariables(nothing, [&](VariableId v) { return formulas_.stays(v); });
      ofProcesses(nothing, [&](ProcessId p) { return formulas_.staysWhereItIs(p); });
      return formulas_.any({anyOf(steps_), formulas_.all(nothing)});
    });
    fact("Start", formulas_.call(initial_));
    fact("Steps", formulas_.unary(ModelOp::always, formulas_.call(next_)));
    std::vector<Node> domains;
    ofVariables(domains, [&](VariableId v) {
      const Domain& domain = program_.variables[v].domain;
      return domain.sort == Sort::integer ? formulas_.isBetween(v, domain.low, domain.high) : formulas_.truth(true);
    });
    fact("Domains", formulas_.unary(ModelOp::always, formulas_.all(domains)));
    for (ProcessId p = 0; p < program_.processes.size(); ++p) {
      formulas_.setPlace(program_.processes[p].span);
      if (program_.processes[p].fair) fact(names_.unused(names_.processes[p] + "_isFair"), isFair(p));
    }
  }

  /// Returns the formula of weak fairness: again and again, the process takes a step or cannot take one.
  Node isFair(ProcessId p) {
    const auto repeatedly = [&](Node formula) {
      return formulas_.unary(ModelOp::always, formulas_.unary(ModelOp::eventually, formula));
    };
    const Node waits = repeatedly(formulas_.unary(ModelOp::not_, formulas_.call(canStep_[p])));
    return formulas_.any({waits, repeatedly(formulas_.call(steps_[p]))});
  }

  void properties() {
    const FuncId noDeadlock = predicate("NoDeadlock", {}, [&] {
      std::vector<Node> ended;
      ofProcesses(ended, [&](ProcessId p) { return formulas_.isAt(p, program_.processes[p].end()); });
      const Node moves = formulas_.unary(ModelOp::not_, formulas_.call(stuck_));
      return formulas_.any({moves, formulas_.all(ended), anyOf(fails_)});
    });
    const FuncId noError = predicate("NoError", {}, [&] { return formulas_.unary(ModelOp::not_, anyOf(fails_)); });
    std::size_t nextProposition = program_.propositions.size();
    for (const Property& property : program_.properties)
      if (property.formula != noId) --nextProposition;  // the last propositions belong to the properties, in order
    for (const Property& property : program_.properties)
      this->property(property, property.kind == PropertyKind::noDeadlock ? noDeadlock
                               : property.kind == PropertyKind::noError  ? noError
                                                                         : out_.propositions[nextProposition++]);
  }

  /// Adds an assertion, and the command that checks it. The assertion may have the same name as a predicate.
  void property(const Property& property, FuncId predicate) {
    formulas_.setPlace(property.span);
    model::Assertion assertion;
    assertion.name = model_.func(predicate).name;
    assertion.label = model_.func(predicate).label;
    assertion.span = assertion.nameSpan = property.span;
    assertion.body = formulas_.call(predicate);
    if (property.kind != PropertyKind::temporal) assertion.body = formulas_.unary(ModelOp::always, assertion.body);
    model::Command command;
    command.check = true;
    command.label = assertion.name;
    command.target = model::TargetKind::assertion;
    command.targetId = static_cast<model::AssertionId>(model_.assertions().size());
    command.formula = formulas_.unary(ModelOp::not_, assertion.body);
    command.scope.overall = 3;
    command.scope.bitwidth = out_.bitwidth;
    command.scope.maxSteps = property.steps;
    command.scope.span = property.span;
    if (property.expectHolds) command.expect = *property.expectHolds ? 0 : 1;
    command.temporal = true;
    command.span = property.span;
    command.text = commandText(model_, command);
    model_.mutableAssertions().push_back(std::move(assertion));
    model_.mutableCommands().push_back(std::move(command));
  }

  // --- Tests.

  void valuation(const Valuation& valuation) {
    const Span span = valuation.span;
    model::Valuation out;
    out.name = valuation.name;
    out.tags = valuation.tags;
    out.span = out.common.span = out.loopSpan = span;
    out.nameSpan = valuation.nameSpan;
    out.loop = valuation.loop.value_or(static_cast<std::uint32_t>(valuation.states.size() - 1));
    for (const State& s : valuation.states) {
      model::ValuationState& state = out.states.emplace_back();
      state.span = span;
      const auto assign = [&](FieldId field, std::string atom) {
        state.assignments.push_back({std::nullopt, field, {{{"State", span}, {std::move(atom), span}}}, span});
      };
      for (VariableId v = 0; v < s.values.size(); ++v) {
        const Domain& domain = program_.variables[v].domain;
        const auto value = static_cast<std::size_t>(s.values[v]);
        assign(out_.variables[v], domain.sort == Sort::integer   ? std::to_string(s.values[v])
                                  : domain.sort == Sort::boolean ? (value != 0 ? "True" : "False")
                                                                 : names_.members[domain.enumeration][value]);
      }
      for (ProcessId p = 0; p < s.locations.size(); ++p) assign(out_.processes[p], names_.locations[p][s.locations[p]]);
    }
    tests_.valuations.push_back(std::move(out));
  }

  /// Returns a formula that is true if the states begin a run: the first state is initial, and each other state is a successor of
  /// the one before.
  Node isBeginning(std::size_t states) {
    Node steps = model::noId;
    for (std::size_t i = 1; i < states; ++i) {
      const Node next = formulas_.call(next_);
      steps = i == 1 ? next : formulas_.all({next, formulas_.unary(ModelOp::after, steps)});
    }
    const Node begins = formulas_.call(initial_);
    return states > 1 ? formulas_.all({begins, steps}) : begins;
  }

  void test(const Test& test) {
    formulas_.setPlace(test.span);
    const Valuation& valuation = program_.valuations[test.valuation];
    const bool positive = test.kind == TestKind::satisfies || test.kind == TestKind::valid;
    model::Test out;
    out.name = test.name;
    out.tags = test.tags;
    out.span = test.span;
    out.nameSpan = test.nameSpan;
    out.valuation = test.valuation;
    if (!model_.commands().empty()) out.command = 0;  // any command will do, because all have the program's bit width
    // A lasso is a run, so the facts are tested, too. For a single state, or the beginning of a run, only the formula of the test
    // is evaluated, because the facts are about whole runs.
    if (valuation.loop) {
      if (test.formula != noId) {
        out.kind = positive ? model::TestKind::satisfies : model::TestKind::violates;
        out.formula = formulas_.expression(test.formula);
      } else {
        out.kind = positive ? model::TestKind::valid : model::TestKind::invalid;
      }
    } else {
      out.kind = model::TestKind::gives;
      out.formula = test.formula == noId ? isBeginning(valuation.states.size()) : formulas_.expression(test.formula);
      if (!positive) out.formula = formulas_.unary(ModelOp::not_, out.formula);
    }
    tests_.tests.push_back(std::move(out));
  }

  const Program& program_;
  model::Model& model_;
  model::Tests& tests_;
  Names names_;
  Translation out_;
  Formulas formulas_;
  StepFormulas stepFormulas_;
  std::vector<SigId> enumerations_, locations_;
  std::vector<FuncId> steps_, canStep_, fails_;  // by process
  std::map<FuncId, Span> places_;                // by predicate; unknown for predicates about the whole program
  FuncId initial_ = model::noId, stuck_ = model::noId, next_ = model::noId;
};

}  // namespace

Translation translate(const Program& program, model::Model& model, model::Tests& tests) {
  return Translator(program, model, tests).run();
}

std::vector<State> statesOf(const Program& program, const Translation& translation, const model::Instance& instance) {
  std::vector<State> states;
  for (const model::State& s : instance.states) {
    const auto atomIn = [&](FieldId field) {
      model::Atom atom = 0;
      s.fields[field].forEach([&](std::span<const model::Atom> tuple) { atom = tuple[1]; });
      return atom;
    };
    const auto indexIn = [&](const std::vector<SigId>& sigs, model::Atom atom) {
      const auto holds = [&](SigId sig) { return std::ranges::count(s.sigs[sig].atoms(), atom) > 0; };
      return std::ranges::find_if(sigs, holds) - sigs.begin();
    };
    State state;
    for (VariableId v = 0; v < program.variables.size(); ++v) {
      const Domain& domain = program.variables[v].domain;
      const model::Atom atom = atomIn(translation.variables[v]);
      state.values.push_back(domain.sort == Sort::integer   ? instance.universe->intValue(atom)
                             : domain.sort == Sort::boolean ? indexIn({translation.no, translation.yes}, atom)
                                                            : indexIn(translation.members[domain.enumeration], atom));
    }
    for (ProcessId p = 0; p < program.processes.size(); ++p)
      state.locations.push_back(static_cast<LocationId>(indexIn(translation.locations[p], atomIn(translation.processes[p]))));
    states.push_back(std::move(state));
  }
  return states;
}

}  // namespace aunit::parser::program
