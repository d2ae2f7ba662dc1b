#include "parser/program/translation.h"

#include <algorithm>
#include <set>

#include "parser/program/alloy_text.h"

namespace aunit::parser::program {

namespace {

// Words that Alloy and its test language keep for themselves, and names that the translation uses.
const std::set<std::string> taken{
    "abstract", "all",        "and",     "as",     "assert", "but",        "check",        "disj",  "else",     "enum",
    "exactly",  "expect",     "extends", "fact",   "for",    "fun",        "iden",         "iff",   "implies",  "in",
    "int",      "Int",        "let",     "lone",   "module", "no",         "none",         "not",   "one",      "open",
    "or",       "pred",       "private", "run",    "seq",    "set",        "sig",          "some",  "String",   "sum",
    "this",     "univ",       "after",   "always", "before", "eventually", "historically", "once",  "releases", "since",
    "steps",    "triggered",  "until",   "var",    "val",    "test",       "state",        "loop",  "from",     "satisfies",
    "violates", "valid",      "invalid", "gives",  "State",  "Bool",       "True",         "False", "Initial",  "Next",
    "Stuck",    "NoDeadlock", "NoError", "Steps",  "Start",  "Domains"};

class Translator {
 public:
  explicit Translator(const Program& program) : program_(program), used_(taken) {}

  Translation run() {
    findBitwidth();
    nameEverything();
    signatures();
    propositions();
    for (ProcessId p = 0; p < program_.processes.size(); ++p) process(p);
    behaviour();
    properties();
    valuations();
    tests();
    out_.text = std::move(text_.text());
    out_.origins = std::move(text_.origins());
    return std::move(out_);
  }

 private:
  // --- Names.

  std::string name(std::string wanted) {
    for (char& c : wanted)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    wanted.erase(std::unique(wanted.begin(), wanted.end(), [](char a, char b) { return a == '_' && b == '_'; }), wanted.end());
    while (!wanted.empty() && wanted.back() == '_') wanted.pop_back();
    if (wanted.empty() || std::isdigit(static_cast<unsigned char>(wanted[0])) || wanted[0] == '_') wanted = "x" + wanted;
    while (!used_.insert(wanted).second) wanted += "_";
    return wanted;
  }

  void nameEverything() {
    for (const Enumeration& e : program_.enumerations) {
      out_.members.emplace_back();
      enumerationNames_.push_back(name(e.name.empty() ? "Values" : e.name));
      for (const std::string& member : e.members) out_.members.back().push_back(name(member));
    }
    for (const Variable& v : program_.variables) out_.variables.push_back(name(v.name));
    for (const Process& p : program_.processes) {
      processNames_.push_back(name(p.name));
      out_.processes.push_back(name("pc_" + p.name));
      out_.locations.emplace_back();
      for (const Location& l : p.locations) out_.locations.back().push_back(name(p.name + "_" + l.name));
    }
    for (const Proposition& p : program_.propositions) propositionNames_.push_back(name(p.name));
  }

  // --- Integers need as many bits as the largest intermediate result.

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

  // --- Expressions.

  std::string field(const std::string& fieldName, bool primed = false) const {
    return "State." + fieldName + (primed ? "'" : "");
  }

  std::string literal(std::int64_t value, Sort sort, std::uint32_t enumeration) const {
    if (sort == Sort::boolean) return value != 0 ? "True" : "False";
    if (sort == Sort::enumeration) return out_.members[enumeration][static_cast<std::size_t>(value)];
    return std::to_string(value);
  }

  /// A formula when its sort is boolean, else a set of one atom or an integer. Every expression stands in parentheses.
  void expression(ExprId id) {
    const Expr& e = program_.expr(id);
    text_.from(e.span, 1, [&] {
      text_.add("(");
      body(e);
      text_.add(")");
    });
  }

  void body(const Expr& e) {
    switch (e.op) {
      case Op::constant:
        if (e.sort == Sort::boolean)
          text_.add("{}", e.value != 0 ? "no none" : "some none");
        else
          text_.add("{}", literal(e.value, e.sort, e.enumeration));
        return;
      case Op::variable:
        text_.add("{}", field(out_.variables[e.target]));
        if (e.sort == Sort::boolean) text_.add(" = True");
        return;
      case Op::element:
        cell(e.children[0], e.target, e.value, e.value2);
        if (e.sort == Sort::boolean) text_.add(" = True");
        return;
      case Op::at:
        text_.add("{} = {}", field(out_.processes[e.target]), out_.locations[e.target][static_cast<std::size_t>(e.value)]);
        return;
      case Op::proposition: text_.add("{}", propositionNames_[e.target]); return;
      case Op::negate:
        text_.add("0 fun/sub ");
        expression(e.children[0]);
        return;
      case Op::not_: prefix("not"); break;
      case Op::always: prefix("always"); break;
      case Op::eventually: prefix("eventually"); break;
      case Op::after: prefix("after"); break;
      case Op::and_: between(e, "and"); return;
      case Op::or_: between(e, "or"); return;
      default: between(e, word(e)); return;
    }
    expression(e.children[0]);
  }
  void prefix(const char* op) { text_.add("{} ", op); }
  void between(const Expr& e, const char* op) {
    for (std::size_t i = 0; i < e.children.size(); ++i) {
      if (i > 0) text_.add(" {} ", op);
      expression(e.children[i]);
    }
  }
  const char* word(const Expr& e) const {
    const bool booleans = program_.expr(e.children[0]).sort == Sort::boolean;
    switch (e.op) {
      case Op::add: return "fun/add";
      case Op::subtract: return "fun/sub";
      case Op::multiply: return "fun/mul";
      case Op::divide: return "fun/div";
      case Op::remainder: return "fun/rem";
      case Op::equal: return booleans ? "iff" : "=";
      case Op::notEqual: return booleans ? "iff not" : "!=";
      case Op::less: return "<";
      case Op::lessEqual: return "<=";
      case Op::greater: return ">";
      case Op::greaterEqual: return ">=";
      case Op::implies: return "implies";
      case Op::iff: return "iff";
      default: return "until";
    }
  }
  /// The cell of an array with a computed index, by cases.
  void cell(ExprId index, VariableId first, std::int64_t low, std::int64_t high) {
    for (std::int64_t i = low; i < high; ++i) {
      text_.add("(");
      expression(index);
      text_.add(" = {} => {} else ", i, field(out_.variables[first + static_cast<VariableId>(i - low)]));
    }
    text_.add("{}", field(out_.variables[first + static_cast<VariableId>(high - low)]));
    for (std::int64_t i = low; i < high; ++i) text_.add(")");
  }

  /// The value of an expression as an atom: formulas become True or False.
  void atomOf(ExprId id) {
    const Expr& e = program_.expr(id);
    if (e.sort != Sort::boolean) return expression(id);
    if (e.op == Op::constant) return text_.add("{}", literal(e.value, e.sort, noId));
    text_.add("(");
    expression(id);
    text_.add(" => True else False)");
  }

  /// That an expression has a value: indices inside their arrays, divisors not 0, as far as evaluation from left to right comes
  /// to them.
  void defined(ExprId id) {
    const Expr& e = program_.expr(id);
    if (!e.mayFail) return text_.add("no none");
    text_.add("(");
    switch (e.op) {
      case Op::element:
        defined(e.children[0]);
        text_.add(" and ");
        within(e.children[0], e.value, e.value2);
        break;
      case Op::and_:
      case Op::or_:
      case Op::implies:
        for (std::size_t i = 0; i < e.children.size(); ++i) {
          defined(e.children[i]);
          if (i + 1 == e.children.size()) break;
          text_.add(" and (");
          expression(e.children[i]);
          text_.add(" {} (", e.op == Op::or_ ? "or" : "implies");
        }
        for (std::size_t i = 1; i < e.children.size(); ++i) text_.add("))");
        break;
      default:
        for (const ExprId child : e.children) {
          defined(child);
          text_.add(" and ");
        }
        if (e.op == Op::divide || e.op == Op::remainder) {
          expression(e.children[1]);
          text_.add(" != 0");
        } else {
          text_.add("no none");
        }
    }
    text_.add(")");
  }
  void within(ExprId id, std::int64_t low, std::int64_t high) {
    text_.add("(");
    expression(id);
    text_.add(" >= {} and ", low);
    expression(id);
    text_.add(" <= {})", high);
  }

  // --- Declarations.

  void oneOf(const std::string& parent, const std::vector<std::string>& names) {
    text_.add("abstract sig {} {{}}\none sig {} extends {} {{}}\n", parent, fmt::join(names, ", "), parent);
  }

  void signatures() {
    text_.add("module {}\n\nabstract sig Bool {{}}\none sig True, False extends Bool {{}}\n",
              name(program_.name.empty() ? "Program" : program_.name));
    for (std::size_t e = 0; e < program_.enumerations.size(); ++e)
      text_.from(program_.enumerations[e].span, 0, [&] { oneOf(enumerationNames_[e], out_.members[e]); });
    for (ProcessId p = 0; p < program_.processes.size(); ++p) {
      locationSigs_.push_back(name(program_.processes[p].name + "_Location"));
      oneOf(locationSigs_.back(), out_.locations[p]);
    }
    text_.add("one sig State {{\n");
    for (VariableId v = 0; v < program_.variables.size(); ++v) {
      const Variable& variable = program_.variables[v];
      const std::string& range = variable.domain.sort == Sort::boolean   ? "Bool"
                                 : variable.domain.sort == Sort::integer ? "Int"
                                                                         : enumerationNames_[variable.domain.enumeration];
      text_.add("  var ");
      text_.from(variable.span, 0, [&] { text_.add("{}", out_.variables[v]); });
      text_.add(": one {},\n", range);
    }
    for (ProcessId p = 0; p < program_.processes.size(); ++p) {
      text_.add("  var ");
      text_.from(program_.processes[p].span, 0, [&] { text_.add("{}", out_.processes[p]); });
      text_.add(": one {}{}\n", locationSigs_[p], p + 1 < program_.processes.size() ? "," : "");
    }
    text_.add("}}\n");
  }

  void propositions() {
    for (std::size_t i = 0; i < program_.propositions.size(); ++i) {
      const Proposition& proposition = program_.propositions[i];
      text_.from(proposition.span, 0, [&] {
        text_.add("pred {} {{ ", propositionNames_[i]);
        expression(proposition.formula);
        text_.add(" }}");
      });
      text_.add("\n");
    }
  }

  // --- Steps.

  void process(ProcessId p) {
    const Process& process = program_.processes[p];
    std::vector<std::string> takes, can, fails;
    for (LocationId l = 0; l < process.end(); ++l) {
      const Location& location = process.locations[l];
      takes.push_back(name(processNames_[p] + "_takes_" + location.name));
      can.push_back(name(processNames_[p] + "_can_" + location.name));
      pred(takes.back(), location.span, [&] { takesStep(p, l); });
      pred(can.back(), {}, [&] { canStep(p, l); });
      const bool mayFail = std::ranges::any_of(location.assignments, [&](const Assignment& a) { return mayFailIn(a); }) ||
                           (location.guard != noId && program_.expr(location.guard).mayFail);
      if (!mayFail) continue;
      fails.push_back(name(processNames_[p] + "_fails_" + location.name));
      pred(fails.back(), {}, [&] { failsAt(p, l); });
    }
    const auto any = [&](const char* suffix, const std::vector<std::string>& of, std::vector<std::string>& names) {
      names.push_back(name(processNames_[p] + suffix));
      pred(names.back(), {}, [&] { text_.add("{}", of.empty() ? "some none" : fmt::format("{}", fmt::join(of, " or "))); });
    };
    any("_steps", takes, steps_);
    any("_canStep", can, canStep_);
    any("_fails", fails, fails_);
  }

  bool mayFailIn(const Assignment& a) const {
    const Expr& value = program_.expr(a.value);
    const Domain& domain = program_.variables[a.target].domain;
    if (value.mayFail || value.low < domain.low || value.high > domain.high) return true;
    if (a.index == noId) return false;
    const Expr& index = program_.expr(a.index);
    return index.mayFail || index.low < a.firstIndex || index.high > a.lastIndex;
  }

  template <typename Body>
  void pred(const std::string& predicate, model::Span span, Body writeBody) {
    text_.from(span, 0, [&] {
      text_.add("pred {} {{ ", predicate);
      writeBody();
      text_.add(" }}");
    });
    text_.add("\n");
  }

  void isAt(ProcessId p, LocationId l) { text_.add("{} = {}", field(out_.processes[p]), out_.locations[p][l]); }

  /// That the assignments can be executed.
  void assignable(const Location& location) {
    text_.add("(no none");
    for (const Assignment& a : location.assignments) {
      if (!mayFailIn(a)) continue;
      const Domain& domain = program_.variables[a.target].domain;
      if (a.index != noId) {
        text_.add(" and ");
        defined(a.index);
        text_.add(" and ");
        within(a.index, a.firstIndex, a.lastIndex);
      }
      text_.add(" and ");
      defined(a.value);
      const Expr& value = program_.expr(a.value);
      if (domain.sort != Sort::integer || (value.low >= domain.low && value.high <= domain.high)) continue;
      text_.add(" and ");
      within(a.value, domain.low, domain.high);
    }
    text_.add(")");
  }

  void canStep(ProcessId p, LocationId l) {
    const Location& location = program_.processes[p].locations[l];
    isAt(p, l);
    if (location.guard == noId) {
      text_.add(" and ");
      return assignable(location);
    }
    text_.add(" and ");
    defined(location.guard);
    text_.add(" and (");
    expression(location.guard);
    text_.add(" => ");
    assignable(location);
    text_.add(" else {})", location.otherwise == noId ? "some none" : "no none");
  }

  void failsAt(ProcessId p, LocationId l) {
    const Location& location = program_.processes[p].locations[l];
    isAt(p, l);
    text_.add(" and not (");
    if (location.guard == noId) {
      assignable(location);
    } else {
      defined(location.guard);
      text_.add(" and (");
      expression(location.guard);
      text_.add(" => ");
      assignable(location);
      text_.add(" else no none)");
    }
    text_.add(")");
  }

  void takesStep(ProcessId p, LocationId l) {
    const Location& location = program_.processes[p].locations[l];
    isAt(p, l);
    const auto goTo = [&](LocationId to) { text_.add("{} = {}", field(out_.processes[p], true), out_.locations[p][to]); };
    text_.add(" and ");
    if (location.guard != noId) {
      defined(location.guard);
      text_.add(" and (");
      expression(location.guard);
      text_.add(" => (");
    }
    assignable(location);
    text_.add(" and ");
    goTo(location.next);
    for (const Assignment& a : location.assignments) assign(location, a);
    if (location.guard != noId) {
      text_.add(") else (");
      if (location.otherwise == noId) {
        text_.add("some none");
      } else {
        goTo(location.otherwise);
        for (const VariableId v : assigned(location))
          text_.add(" and {} = {}", field(out_.variables[v], true), field(out_.variables[v]));
      }
      text_.add("))");
    }
    // Everything else stays the same.
    const std::set<VariableId> changed = assigned(location);
    for (VariableId v = 0; v < program_.variables.size(); ++v)
      if (!changed.contains(v)) text_.add(" and {} = {}", field(out_.variables[v], true), field(out_.variables[v]));
    for (ProcessId q = 0; q < program_.processes.size(); ++q)
      if (q != p) text_.add(" and {} = {}", field(out_.processes[q], true), field(out_.processes[q]));
  }

  static std::set<VariableId> assigned(const Location& location) {
    std::set<VariableId> all;
    for (const Assignment& a : location.assignments)
      for (std::int64_t i = 0; i <= (a.index == noId ? 0 : a.lastIndex - a.firstIndex); ++i)
        all.insert(a.target + static_cast<VariableId>(i));
    return all;
  }

  /// What the cells of one target are afterwards; written once for each variable, by the first assignment that may change it. Of
  /// several assignments to the same cell the last one counts.
  void assign(const Location& location, const Assignment& first) {
    const std::int64_t cells = first.index == noId ? 1 : first.lastIndex - first.firstIndex + 1;
    for (std::int64_t i = 0; i < cells; ++i) {
      const VariableId v = first.target + static_cast<VariableId>(i);
      std::vector<const Assignment*> writers;
      for (const Assignment& a : location.assignments)
        if (a.index == noId ? a.target == v
                            : v >= a.target && v - a.target <= static_cast<std::uint64_t>(a.lastIndex - a.firstIndex))
          writers.push_back(&a);
      if (writers.front() != &first) continue;
      text_.add(" and {} = ", field(out_.variables[v], true));
      std::size_t open = 0;
      bool certain = false;
      for (auto w = writers.rbegin(); w != writers.rend() && !certain; ++w) {
        certain = (*w)->index == noId;
        if (!certain) {
          text_.add("(");
          expression((*w)->index);
          text_.add(" = {} => ", (*w)->firstIndex + static_cast<std::int64_t>(v - (*w)->target));
          ++open;
        }
        atomOf((*w)->value);
        if (!certain) text_.add(" else ");
      }
      if (!certain) text_.add("{}", field(out_.variables[v]));
      for (; open > 0; --open) text_.add(")");
    }
  }

  // --- Runs.

  void behaviour() {
    text_.add("pred Initial {{ no none");
    for (ProcessId p = 0; p < program_.processes.size(); ++p) {
      text_.add(" and ");
      isAt(p, 0);
    }
    for (VariableId v = 0; v < program_.variables.size(); ++v) {
      const Variable& variable = program_.variables[v];
      const auto& values = variable.initial;
      const bool interval = variable.domain.sort == Sort::integer && values.size() > 8 &&
                            values.back() - values.front() + 1 == static_cast<std::int64_t>(values.size());
      text_.add(" and ");
      if (interval) {
        text_.add("{0} >= {1} and {0} <= {2}", field(out_.variables[v]), values.front(), values.back());
      } else {
        text_.add("(");
        for (std::size_t i = 0; i < values.size(); ++i)
          text_.add("{}{} = {}", i > 0 ? " or " : "", field(out_.variables[v]),
                    literal(values[i], variable.domain.sort, variable.domain.enumeration));
        text_.add(")");
      }
    }
    text_.add(" }}\npred Stuck {{ not ({}) }}\n", fmt::join(canStep_, " or "));
    text_.add("pred Next {{ {} or (Stuck", fmt::join(steps_, " or "));
    for (const auto* names : {&out_.variables, &out_.processes})
      for (const std::string& n : *names) text_.add(" and {} = {}", field(n, true), field(n));
    text_.add(") }}\nfact Start {{ Initial }}\nfact Steps {{ always Next }}\n");
    text_.add("fact Domains {{ always (no none");
    for (VariableId v = 0; v < program_.variables.size(); ++v) {
      const Domain& domain = program_.variables[v].domain;
      if (domain.sort == Sort::integer)
        text_.add(" and {0} >= {1} and {0} <= {2}", field(out_.variables[v]), domain.low, domain.high);
    }
    text_.add(") }}\n");
    for (ProcessId p = 0; p < program_.processes.size(); ++p)
      if (program_.processes[p].fair)
        text_.add("fact {} {{ (always eventually not {}) or (always eventually {}) }}\n", name(processNames_[p] + "_isFair"),
                  canStep_[p], steps_[p]);
  }

  void properties() {
    text_.add("pred NoDeadlock {{ not Stuck or (");
    for (ProcessId p = 0; p < program_.processes.size(); ++p) {
      if (p > 0) text_.add(" and ");
      isAt(p, program_.processes[p].end());
    }
    text_.add(") or {} }}\npred NoError {{ not ({}) }}\n", fmt::join(fails_, " or "), fmt::join(fails_, " or "));
    std::size_t nextProposition = program_.propositions.size();
    for (const Property& property : program_.properties)
      if (property.formula != noId) --nextProposition;  // properties are the last propositions, in their order
    for (const Property& property : program_.properties) {
      const std::string predicate = property.kind == PropertyKind::noDeadlock ? "NoDeadlock"
                                    : property.kind == PropertyKind::noError  ? "NoError"
                                                                              : propositionNames_[nextProposition++];
      // Assertions have a name space of their own.
      const char* always = property.kind == PropertyKind::temporal ? "" : "always ";
      text_.from(property.span, 0, [&] { text_.add("assert {} {{ {}{} }}", predicate, always, predicate); });
      text_.add("\n");
      out_.commands.push_back(predicate);
      text_.from(property.span, 0, [&] {
        text_.add("check {} for 3 but {} Int, {} steps", predicate, out_.bitwidth, property.steps);
        if (property.expectHolds) text_.add(" expect {}", *property.expectHolds ? 0 : 1);
      });
      text_.add("\n");
    }
  }

  // --- Tests.

  void state(const State& s) {
    text_.add("  state {{");
    for (VariableId v = 0; v < s.values.size(); ++v) {
      const Domain& domain = program_.variables[v].domain;
      text_.add(" {} = State->{}", out_.variables[v], literal(s.values[v], domain.sort, domain.enumeration));
    }
    for (ProcessId p = 0; p < s.locations.size(); ++p)
      text_.add(" {} = State->{}", out_.processes[p], out_.locations[p][s.locations[p]]);
    text_.add(" }}\n");
  }

  void valuations() {
    for (const Valuation& valuation : program_.valuations) {
      valuationNames_.push_back(name(valuation.name));
      text_.from(valuation.span, 0, [&] {
        text_.add("val ");
        text_.from(valuation.nameSpan, 0, [&] { text_.add("{}", valuationNames_.back()); });
        text_.add(" {{\n");
        for (const State& s : valuation.states) state(s);
        text_.add("  loop {}\n}}", valuation.loop.value_or(static_cast<std::uint32_t>(valuation.states.size() - 1)));
      });
      text_.add("\n");
    }
  }

  /// What makes a beginning of a run: it begins in an initial state, and each state follows from the one before.
  void isBeginning(std::size_t states) {
    text_.add("Initial");
    for (std::size_t i = 1; i < states; ++i) text_.add("{}Next", i == 1 ? " and " : " and after (");
    for (std::size_t i = 2; i < states; ++i) text_.add(")");
  }

  void tests() {
    for (const Test& test : program_.tests) {
      const Valuation& valuation = program_.valuations[test.valuation];
      // A lasso is a whole run and judged as one. A state or a beginning of a run cannot meet the facts, which speak of whole
      // runs: only its formula is evaluated.
      const bool run = valuation.loop.has_value();
      text_.from(test.span, 0, [&] {
        text_.add("test ");
        text_.from(test.nameSpan, 0, [&] { text_.add("\"{}\"", test.name); });
        text_.add(" {{ {} ", valuationNames_[test.valuation]);
        const bool positive = test.kind == TestKind::satisfies || test.kind == TestKind::valid;
        if (run && test.formula == noId) {
          text_.add("{}", positive ? "valid" : "invalid");
        } else {
          text_.add("{} ", run ? (positive ? "satisfies" : "violates") : "gives");
          if (!run && !positive) text_.add("not ");
          if (test.formula == noId) {
            text_.add("(");
            isBeginning(valuation.states.size());
            text_.add(")");
          } else {
            expression(test.formula);
          }
        }
        text_.add(" }}");
      });
      text_.add("\n");
    }
  }

  const Program& program_;
  std::set<std::string> used_;
  AlloyText text_;
  Translation out_;
  std::vector<std::string> enumerationNames_, processNames_, locationSigs_, propositionNames_, valuationNames_;
  std::vector<std::string> steps_, canStep_, fails_;  // predicates, by process
};

}  // namespace

std::optional<Translation> translate(const Program& program) {
  try {
    return Translator(program).run();
  } catch (const TextTooLarge&) {
    return std::nullopt;
  }
}

}  // namespace aunit::parser::program
