#include "generated_traces.h"

#include <algorithm>
#include <array>
#include <map>

#include "both_engines.h"

namespace aunit::suite::testing_ {
namespace {

constexpr std::array relations{"Node", "Gold", "Coin", "Token", "Up", "link", "holds"};
constexpr std::size_t columns(std::string_view relation) {
  return relation == "link" || relation == "holds" ? 2 : 1;
}

using Tuples = std::vector<std::string>;
using State = std::map<std::string, Tuples>;

struct Trace {
  std::vector<State> states;
  std::size_t loop = 0;

  const State& at(std::size_t position) const {
    const std::size_t count = states.size();
    return states[position < count ? position : loop + (position - loop) % (count - loop)];
  }
};

/// Random nested formulas over the model below.
class Formulas : public Writer {
 protected:
  using Writer::Writer;

  std::string formula(int depth) {
    const int kind = depth == 0 ? (oneIn(2) ? 7 : 4 + pick(3)) : mayCall_ ? pick(24) : 2 + pick(22);
    const auto sub = [&] { return formula(depth - 1); };
    switch (kind) {
      case 0: return fmt::format("p[{}]", nodes(depth - 1));
      case 1: return fmt::format("q[{}]", tokens(depth - 1));
      case 2:
      case 3: return quantified(depth);
      case 4: return fmt::format("{} {}", oneOf({"some", "no", "lone", "one"}), any(depth));
      case 5: return comparison(depth);
      case 6: return fmt::format("{} {} {}", number(depth), oneOf({"<", ">", "=", "!="}), number(0));
      case 7:  // changes between states
        return fmt::format("{} in {}", sets_.empty() ? "Node" : oneOf(sets_),
                           oneOf({"Up", "Up'", "Node", "Node.link", "holds.Token"}));
      case 8: return fmt::format("(let n{} = {} | {})", depth, nodes(depth - 1), within(fmt::format("n{}", depth), depth));
      case 9: return fmt::format("not ({})", sub());
      case 10:
      case 11: return fmt::format("({} {} {})", sub(), oneOf({"and", "or", "implies", "iff", ";"}), sub());
      case 12: return fmt::format("({} implies {} else {})", sub(), sub(), sub());
      case 13:
      case 14:
      case 15:
      case 16:
      case 17:
      case 18: return fmt::format("({} {} {})", sub(), oneOf({"until", "releases", "since", "triggered"}), sub());
      default: return fmt::format("{} ({})", oneOf({"always", "eventually", "after", "historically", "once", "before"}), sub());
    }
  }

  /// A shift to another state, because past operators are trivial in the first state.
  const char* later() { return oneOf({"", "after ", "eventually ", "always ", "after after "}); }

  std::set<std::string> sets_;  // atoms and variables that formulas may use in addition to relations
  bool mayCall_ = false;        // whether formulas may call p and q, which contain no calls

 private:
  std::string within(const std::string& variable, int depth) {
    const bool added = sets_.insert(variable).second;
    std::string body = formula(depth - 1);
    if (added) sets_.erase(variable);
    return body;
  }

  std::string quantified(int depth) {
    const std::string variable = fmt::format("v{}", depth), bound = nodes(depth - 1);
    return fmt::format("({} {}: {} | {})", oneOf({"all", "some", "all", "some", "no", "lone", "one"}), variable, bound,
                       within(variable, depth));
  }

  std::string comparison(int depth) {
    const char* op = oneOf({"in", "=", "!in", "!="});
    switch (pick(4)) {
      case 0: return fmt::format("{} {} {}", tokens(depth), op, tokens(0));
      case 1: return fmt::format("{} {} {}", links(depth), op, links(0));
      default: return fmt::format("{} {} {}", nodes(depth), op, nodes(0));
    }
  }

  std::string any(int depth) { return oneIn(3) ? tokens(depth) : oneIn(3) ? links(depth) : nodes(depth); }

  std::string nodes(int depth) {
    const int kind = depth <= 0 ? 8 + pick(5) : pick(11);
    const auto sub = [&] { return nodes(depth - 1); };
    switch (kind) {
      case 0: return fmt::format("({} {} {})", sub(), oneOf({"+", "-", "&"}), sub());
      case 1: return fmt::format("({}).({})", sub(), links(depth - 1));
      case 2: return fmt::format("({}).({})", links(depth - 1), sub());
      case 3: return fmt::format("holds.({})", tokens(depth - 1));
      case 4: return fmt::format("(({}) => {} else {})", formula(depth - 1), sub(), sub());
      case 5: {
        const std::string variable = fmt::format("c{}", depth), bound = sub();
        return fmt::format("{{ {}: {} | {} }}", variable, bound, within(variable, depth));
      }
      case 6: return fmt::format("soon[{}]", sub());
      case 7:
        return oneIn(2) ? fmt::format("{{ b: Node | {} b in Up }}", oneOf({"before", "once", "historically"}))
                        : fmt::format("({} - univ')", sub());
      case 8: return fmt::format("({})'", depth <= 0 ? "Up" : sub());
      case 9: return "Up";
      case 10: return oneIn(2) ? "Node" : "Node.link";
      default: return sets_.empty() ? "Up" : oneOf(sets_);
    }
  }

  std::string tokens(int depth) {
    if (depth <= 0) return oneOf({"Token", "Gold", "Coin", "Gold'", "Node.holds"});
    switch (pick(4)) {
      case 0: return fmt::format("({} {} {})", tokens(depth - 1), oneOf({"+", "-", "&"}), tokens(0));
      case 1: return fmt::format("({})'", tokens(depth - 1));
      case 2: return fmt::format("({}).holds", nodes(depth - 1));
      default: return tokens(0);
    }
  }

  std::string links(int depth) {
    if (depth <= 0) return oneOf({"link", "link", "link'", "(Up -> Node)"});
    switch (pick(6)) {
      case 0: return fmt::format("{}({})", oneOf({"^", "~", "*"}), links(depth - 1));
      case 1: return fmt::format("({})'", links(depth - 1));
      case 2: return fmt::format("(({}) <: link)", nodes(depth - 1));
      case 3: return fmt::format("({} {} {})", links(depth - 1), oneOf({"+", "-", "&", "++", "."}), links(0));
      case 4: return "(Node <: iden)";
      default: return links(0);
    }
  }

  std::string number(int depth) {
    switch (depth <= 0 ? pick(3) : pick(5)) {
      case 0: return fmt::format("{}", pick(4));
      case 3: return fmt::format("plus[#({}), {}]", any(depth - 1), pick(8));
      case 4: return fmt::format("(sum s{}: Node | #(s{}.link))", depth, depth);
      default: return fmt::format("#({})", any(depth - 1));
    }
  }
};

/// Writes a model in which any declaration may be `var`, and tests on it: each trace once as `val` and once as a predicate.
class TraceWriter : public Formulas {
 public:
  explicit TraceWriter(unsigned seed) : Formulas(seed) {}

  std::string model() {
    isAbstract_ = oneIn(3);
    std::string text = declaration("Node", oneIn(3), {""}) + "sig Node {\n";
    text += fmt::format("  {}Node,\n",
                        declaration("link", oneIn(changing_.contains("Node") ? 10 : 3), {"lone", "lone", "set", "one"}));
    const bool tokensStay = oneIn(3);
    text += fmt::format("  {}Token\n}}\n",
                        declaration("holds", oneIn(changing_.contains("Node") || !tokensStay ? 10 : 3), {"set", "set", "lone"}));
    text += fmt::format("{}{}sig Token {{}}\n", declaration("Token", tokensStay, {""}), isAbstract_ ? "abstract " : "");
    for (const char* child : {"Gold", "Coin"})
      text += declaration(child, !oneIn(tokensStay ? 10 : 2), {"", "", "lone", "one"}) +
              fmt::format("sig {} extends Token {{}}\n", child);
    text += declaration("Up", false, {"", "", "lone", "some"}) + "sig Up in Node {}\n";
    text +=
        "fact { always (some link implies once some Node') }\nfact { no Gold or historically eventually some Node + Token }\n";
    if (oneIn(4)) text += fmt::format("fact {{ {} }}\n", formula(2));
    text += "fun soon[x: set Node]: set Node { x' + x.link }\n";
    sets_ = {"x"};
    text += fmt::format("pred p[x: Node] {{ {} }}\n", formula(3));
    sets_.clear();
    text += fmt::format("pred q[s: set Token] {{ some s {} ({}) }}\n", oneOf({"until", "releases", "since", "triggered", "iff"}),
                        formula(2));
    mayCall_ = true;
    return text;
  }

  TraceTest test(unsigned number) {
    const Trace trace = draw();
    const std::size_t count = trace.states.size();
    Follows follows = oneIn(2) ? Follows::same : Follows::implied;
    // Two lassos of `count` states that agree on the first 2 * count states are equal.
    const std::size_t said = follows == Follows::same ? 2 * count : count + static_cast<std::size_t>(pick(2));
    const std::string quantifiers = atoms(trace, said, follows);
    const std::string states = follows == Follows::same || oneIn(2) ? stated(trace, said) : primed(trace, said);
    std::string scope = fmt::format("4 but exactly {} steps", count);
    if (follows != Follows::same && oneIn(2)) {
      const std::size_t steps = count + static_cast<std::size_t>(pick(3)) - 1;
      scope = fmt::format("{} but {} steps", 2 + pick(3), std::max<std::size_t>(1, steps));
      follows = Follows::none;
    }
    const std::string name = fmt::format("t{}", number);
    TraceTest test;
    test.name = name;
    test.valuation = valuation(trace);
    test.predicate = fmt::format("pred {} {{\n{}{{\n{}", name, quantifiers, states);
    test.command = fmt::format("}}\n}}\nrun {} for {} expect 1\n", name, scope);
    test.follows = follows;
    for (int i = 0; i < 6; ++i) test.formulas.push_back(fmt::format("{}({})", later(), formula(1 + pick(3))));
    return test;
  }

 private:
  /// The words before `sig`, or before the type of a field.
  std::string declaration(const std::string& relation, bool isStatic, std::initializer_list<const char*> multiplicities) {
    const std::string multiplicity = multiplicity_[relation] = oneOf(multiplicities);
    if (!isStatic) changing_.insert(relation);
    return (isStatic ? "" : "var ") + (columns(relation) == 2 ? relation + ": " : "") +
           (multiplicity.empty() ? "" : multiplicity + " ");
  }

  Trace draw() {
    Trace trace;
    for (int i = pick(3); i >= 0; --i) {
      const bool again = !trace.states.empty() && oneIn(5);
      trace.states.push_back(again ? oneOf(trace.states) : next(trace.states.empty() ? nullptr : &trace.states.front()));
    }
    trace.loop = static_cast<std::size_t>(pick(static_cast<int>(trace.states.size())));
    return trace;
  }

  State next(const State* first) {
    State state;
    for (const char* relation : relations)
      state[relation] = first != nullptr && !changing_.contains(relation) ? first->at(relation) : value(relation, state);
    return state;
  }

  /// A value that satisfies the declaration in most cases.
  Tuples value(const std::string& relation, const State& state) {
    if (relation == "Node") return chosen(names("N", 3), relation);
    if (relation == "Gold") return chosen(names(oneIn(30) ? "C" : "G", 1), relation);
    if (relation == "Coin") return chosen(names("C", 2), relation);
    if (relation == "Up") return chosen(oneIn(30) ? names("N", 3) : state.at("Node"), relation);
    Tuples result;
    if (relation == "Token") {
      if (!isAbstract_ || oneIn(30)) result = chosen(names("T", 1), relation);
      for (const char* child : {"Gold", "Coin"}) std::ranges::copy(state.at(child), std::back_inserter(result));
      return result;
    }
    for (const std::string& node : state.at("Node"))
      for (const std::string& other : chosen(state.at(relation == "link" ? "Node" : "Token"), relation))
        result.push_back(fmt::format("{}->{}", node, other));
    return result;
  }

  Tuples chosen(Tuples all, const std::string& relation) {
    const std::string& multiplicity = oneIn(30) ? "set" : multiplicity_.at(relation);
    const Tuples one = all.empty() ? all : Tuples{oneOf(all)};
    if (multiplicity == "one") return one;
    if (multiplicity == "lone") return oneIn(2) ? one : Tuples{};
    std::erase_if(all, [&](const std::string&) { return oneIn(3); });
    return multiplicity == "some" && all.empty() ? one : all;
  }

  // --- As predicate.

  /// Quantifiers that name the atoms. In most cases, atoms that are absent in the first state are named in later states.
  std::string atoms(const Trace& trace, std::size_t states, Follows& follows) {
    sets_.clear();
    std::string text;
    for (const auto& family : {std::vector{"Node", "Up"}, std::vector{"Token", "Gold", "Coin"}}) {
      std::string bound = family.front();
      const std::string sig = bound;
      const Tuples& now = trace.states.front().at(sig);
      std::set<std::string> named;
      for (std::size_t i = 0; i < states; ++i)
        for (const char* relation : family) std::ranges::copy(trace.at(i).at(relation), std::inserter(named, named.end()));
      if (sig == "Node") sets_ = named;
      if (named.empty()) continue;
      if (std::ranges::any_of(named, [&](const std::string& atom) { return std::ranges::count(now, atom) == 0; })) {
        if (follows == Follows::same || oneIn(2))
          for (std::size_t i = 1; i < states; ++i) bound += fmt::format(" + {}{}", sig, std::string(i, '\''));
        else
          follows = Follows::none;
      }
      text += fmt::format("some disj {}: {} | ", fmt::join(named, ", "), bound);
    }
    return text;
  }

  std::string equation(const std::string& relation, const Tuples& tuples, std::size_t primes) {
    const std::string changed = relation + std::string(primes, '\'');
    if (tuples.empty() && oneIn(5)) return fmt::format("  {} = none{}\n", changed, columns(relation) == 2 ? "->none" : "");
    return oneIn(5) && !tuples.empty() ? fmt::format("  {} = {}\n", fmt::join(tuples, " + "), changed)
                                       : assignment(changed, tuples);
  }

  static std::string assignment(const std::string& relation, const Tuples& tuples) {
    return tuples.empty() ? fmt::format("  no {}\n", relation) : fmt::format("  {} = {}\n", relation, fmt::join(tuples, " + "));
  }

  std::string equations(const Trace& trace, std::size_t position, std::size_t primes) {
    std::string text;
    for (const char* relation : relations)
      if (position == 0 || changing_.contains(relation)) text += equation(relation, trace.at(position).at(relation), primes);
    return text;
  }

  std::string primed(const Trace& trace, std::size_t states) {
    std::string text;
    for (std::size_t i = 0; i < states; ++i) text += equations(trace, i, i);
    return text;
  }

  std::string stated(const Trace& trace, std::size_t states) {
    std::string text = equations(trace, 0, 0);
    switch (pick(4)) {
      case 0: return primed(trace, states);
      case 1:
        for (std::size_t i = 1; i < states; ++i) text += fmt::format("  after {{\n{}", equations(trace, i, 0));
        return text + std::string(states - 1, '}') + "\n";
      case 2:
        text = fmt::format("  {{\n{}  }}", text);
        for (std::size_t i = 1; i < states; ++i) text += fmt::format(" ; {{\n{}  }}", equations(trace, i, 0));
        return fmt::format("({})\n", text);
      default:
        for (std::size_t i = 1; i < states; ++i) {
          const std::size_t primes = static_cast<std::size_t>(pick(static_cast<int>(i) + 1));
          for (std::size_t j = primes; j < i; ++j) text += "  after";
          text += fmt::format("  {{\n{}  }}\n", equations(trace, i, primes));
        }
        return text;
    }
  }

  // --- As `val`.

  std::string valuation(const Trace& trace) {
    std::string text = "{\n";
    const auto assign = [&](const State& state, bool changing) {
      for (const char* relation : relations)
        if (changing_.contains(relation) == changing) text += assignment(relation, state.at(relation));
    };
    assign(trace.states.front(), false);
    for (const State& state : trace.states) {
      text += "  state {\n";
      assign(state, true);
      text += "  }\n";
    }
    return text + fmt::format("  loop {}\n}}\n", trace.loop);
  }

  std::set<std::string> changing_;                   // `var`
  std::map<std::string, std::string> multiplicity_;  // as declared
  bool isAbstract_ = false;
};

}  // namespace

TraceSuite generateTraces(unsigned seed, unsigned tests) {
  TraceWriter writer(seed);
  TraceSuite suite{writer.model(), {}};
  for (unsigned i = 0; i < tests; ++i) suite.tests.push_back(writer.test(i));
  return suite;
}

}  // namespace aunit::suite::testing_
