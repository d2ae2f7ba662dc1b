// Valuations as facts of commands. A command for a valuation has an instance if and only if the same facts, written by hand, have
// one. It also has one if and only if some completion of the valuation passes the same statement in a test.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "both_engines.h"
#include "solver/session/search.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"
#include "tests/seeds.h"

namespace aunit::suite {
namespace {

/// A model, a valuation, and the same valuation as facts.
class GivenTexts : public testing_::Writer {
 public:
  GivenTexts(unsigned seed, bool temporal) : Writer(seed), temporal_(temporal) {}

  std::string text() {
    const char* const var = temporal_ ? "var " : "";
    varG_ = temporal_ && oneIn(2);
    varS_ = temporal_ && oneIn(2);
    const bool extends = oneIn(2), subset = oneIn(2), single = oneIn(3), order = oneIn(4);
    std::string model = order ? "open util/ordering[A] as ord\n" : "";
    model += fmt::format("{}sig A {{ {}f: set A, {}g: {} B, h: lone Int }}\n", extends && oneIn(2) ? "abstract " : "", var,
                         varG_ ? var : "", oneOf({"set", "lone", "one"}));
    model += "sig B {}\n";
    if (extends) model += "sig C extends A {}\n";
    if (subset) model += fmt::format("{}sig S in A {{}}\n", varS_ ? var : "");
    if (single) model += "one sig R extends A {}\n";
    if (oneIn(2)) model += fmt::format("fact {{ {} }}\n", formula(subset));
    model += fmt::format("pred p {{ {} }}\npred q {{ {} }}\nassert a {{ q }}\n", formula(subset), formula(subset));
    write(extends, subset, single, order);
    std::vector<std::string> atoms = certain_;
    for (const std::string& atom : possible_)
      if (std::ranges::find(certain_, atom) == certain_.end()) atoms.push_back(atom);
    std::string decls;
    for (const std::string& atom : atoms)
      decls += fmt::format("some {}: {} {} | ", atom, std::ranges::find(certain_, atom) != certain_.end() ? "one" : "lone",
                           home_.at(atom));
    std::vector<std::string> apart = atoms;
    if (single) apart.push_back("R");
    const std::string different = apart.size() > 1 ? fmt::format("disj [{}] and ", fmt::join(apart, ", ")) : "";
    // An order makes the scope exact.
    const std::string size = order ? fmt::format(" but exactly {} A", 2 + single) : "";
    model += fmt::format("val v {{\n{}}}\nrun p for v{}\ncheck a for v{}\n", val_, size, size);
    model += fmt::format("pred byHand {{ {}{{ {}{{ {} }} }} }}\n", decls, different, hand_);
    const std::string room = fmt::format("for {}{}", std::max<std::size_t>(3, apart.size()), size);
    model += fmt::format("run {{ byHand and p }} {}\nrun {{ byHand and not q }} {}\n", room, room);
    const std::string scope = order ? room : "";
    model += fmt::format("test \"p\" {{ v satisfies run p {} }}\ntest \"a\" {{ v satisfies check a {} }}\n", scope, scope);
    return model;
  }

  const std::map<std::string, std::string>& exact() const { return exact_; }

 private:
  std::string formula(bool subset) {
    std::vector<std::string> all = {"some f",
                                    "no ^f & iden",
                                    "#A > 1",
                                    "all x: A | some x.g",
                                    "some x: A | x in x.f",
                                    "A.f in A.h.~h",
                                    "some B - A.g",
                                    "(sum x: A | x.h) > 7",
                                    "all x: A | plus[x.h, 7] > x.h",
                                    "lone g",
                                    "some disj x, y: A | x.g = y.g"};
    if (subset) all.insert(all.end(), {"some S", "S.f in S"});
    if (temporal_) all.insert(all.end(), {"always some f", "eventually f' != f", "after no f", "always g' in g"});
    const std::string one = oneOf(all);
    return oneIn(3) ? fmt::format("({}) {} ({})", one, oneOf({"and", "or", "implies"}), oneOf(all)) : one;
  }

  void say(const std::string& relation, const std::string& val, const std::string& hand, bool isVar) {
    val_ += fmt::format("  {}\n", val);
    if (!hand.empty()) hand_ += fmt::format("{}{} ", isVar ? "always " : "", hand);
    if (val.starts_with(relation + " = ") && !val.ends_with("...")) exact_[relation] = val.substr(relation.size() + 3);
  }

  /// `relation` with some of these tuples: exact, at least, at most, open, or not stated. `empty`: the formula if it is not
  /// stated.
  void relation(const std::string& name, const std::vector<std::string>& tuples, const std::string& empty, bool isVar,
                bool mayBeOpen) {
    std::vector<std::string> chosen;
    for (const std::string& tuple : tuples)
      if (oneIn(2)) chosen.push_back(tuple);
    const std::string sum = fmt::format("{}", fmt::join(chosen, " + "));
    const auto mention = [&](std::vector<std::string>& where) {
      for (const std::string& tuple : chosen)
        for (const std::string& atom : all_)
          if (tuple.find(atom) != std::string::npos && std::ranges::find(where, atom) == where.end()) where.push_back(atom);
    };
    switch (mayBeOpen ? pick(5) : pick(2)) {
      case 0:
        if (chosen.empty()) {
          say(name, "no " + name, "no " + name, isVar);
        } else {
          mention(certain_);
          say(name, fmt::format("{} = {}", name, sum), fmt::format("{} = {}", name, sum), isVar);
        }
        return;
      case 1: hand_ += fmt::format("{}{} ", isVar ? "always " : "", empty); return;
      case 2: return say(name, name + " = ...", "", isVar);
      case 3:
        if (chosen.empty()) return say(name, name + " = ...", "", isVar);
        mention(certain_);
        return say(name, fmt::format("{} in {}", sum, name), fmt::format("{} in {}", sum, name), isVar);
      default:
        if (chosen.empty()) return say(name, name + " = ...", "", isVar);
        mention(possible_);
        return say(name, fmt::format("{} in {}", name, sum), fmt::format("{} in {}", name, sum), isVar);
    }
  }

  void write(bool extends, bool subset, bool single, bool order) {
    const int as = order ? 2 : 1 + pick(2), bs = pick(3);
    std::vector<std::string> a = names("A", as), b = names("B", bs),
                             c = extends ? names("C", pick(2)) : std::vector<std::string>();
    if (order) c.clear();
    all_ = a;
    for (const auto* more : {&b, &c}) all_.insert(all_.end(), more->begin(), more->end());
    for (const std::string& atom : all_) home_[atom] = atom[0] == 'B' ? "B" : "A";
    std::vector<std::string> whole = a;
    whole.insert(whole.end(), c.begin(), c.end());
    if (single) whole.push_back("R");
    const auto list = [&](const std::string& name, const std::vector<std::string>& atoms) {
      for (const std::string& atom : atoms)
        if (atom != "R" && std::ranges::find(certain_, atom) == certain_.end()) certain_.push_back(atom);
      if (atoms.empty()) return say(name, "no " + name, "no " + name, false);
      const std::string text = fmt::format("{} = {}", name, fmt::join(atoms, " + "));
      say(name, text, text, false);
    };
    list("A", whole);
    if (extends) list("C", c);
    if (!extends || oneIn(2) || order)
      list("B", b);
    else
      say("B", "B = ...", "", false);
    std::vector<std::string> f, g, h;
    for (const std::string& x : whole) {
      for (const std::string& y : whole) f.push_back(fmt::format("{}->{}", x, y));
      for (const std::string& y : b) g.push_back(fmt::format("{}->{}", x, y));
      h.push_back(fmt::format("{}->{}", x, pick(8)));
    }
    relation("f", f, "no f", temporal_, true);
    // If B is open, its atoms are not certain to exist, so g has no tuples.
    relation("g", val_.find("B = ...") == std::string::npos ? g : std::vector<std::string>(), "no g", varG_, true);
    relation("h", h, "no h", false, true);
    if (subset) relation("S", whole, "no S", varS_, true);
    if (order) hand_ += "ord/first = A0 ";
    if (order && !single) hand_ += "ord/next = A0->A1 ";
    if (order && single) hand_ += "ord/next = A0->A1 + A1->R ";
  }

  bool temporal_;
  bool varG_ = false, varS_ = false;
  std::string val_, hand_;
  std::vector<std::string> all_, certain_, possible_;
  std::map<std::string, std::string> home_, exact_;
};

class Given : public testing::TestWithParam<std::tuple<bool, bool>> {};

TEST_P(Given, HasAnInstanceIfSomeCompletionPasses) {
  const auto [noOverflow, temporal] = GetParam();
  unsigned found = 0, none = 0;
  for (unsigned seed = 1; seed <= tests::seedsOr(60) && !HasFailure(); ++seed) {
    GivenTexts texts(seed, temporal);
    const std::string text = texts.text();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const auto loaded = testing_::load("t.aunit", text);
    if (!loaded->ok()) break;
    const model::Model& model = *loaded->model;
    solver::Options options{.semantics = {.noOverflow = noOverflow}, .threads = solver::Threads::one};
    options.preference.kind = solver::Preference::Kind::smallest;
    std::vector<bool> has;
    for (model::CommandId id = 0; id < 4; ++id) {
      const solver::Result result = solver::Search(model, solver::problemOf(model, id), options).next();
      ASSERT_TRUE(result.verdict == solver::Verdict::satisfiable || result.verdict == solver::Verdict::unsatisfiable)
          << result.message;
      has.push_back(result.verdict == solver::Verdict::satisfiable);
      if (id >= 2 || !result.instance) continue;
      for (const auto& [relation, value] : texts.exact()) {
        std::string names = value;
        for (std::size_t at; (at = names.find(" + ")) != std::string::npos;) names.replace(at, 3, ", ");
        std::vector<std::string> said, got;
        const auto sorted = [](std::string list) {
          std::vector<std::string> parts;
          std::erase_if(list, [](char c) { return c == '{' || c == '}' || c == ' '; });
          for (std::size_t end; !list.empty(); list.erase(0, end == std::string::npos ? end : end + 1)) {
            end = list.find(',');
            parts.push_back(list.substr(0, end));
          }
          for (std::string& part : parts)
            for (std::size_t at; (at = part.find("R$0")) != std::string::npos;) part.replace(at, 3, "R");
          std::ranges::sort(parts);
          return parts;
        };
        EXPECT_EQ(sorted(testing_::valueOf(model, *result.instance, relation)), sorted(names)) << relation;
      }
      EXPECT_TRUE(
          std::ranges::none_of(result.instance->skolems, [](const auto& s) { return s.name.find("A0") != std::string::npos; }));
    }
    EXPECT_EQ(has[0], has[2]) << "run";
    EXPECT_EQ(has[1], has[3]) << "check";
    TestJudge judge(*loaded, {.semantics = {.noOverflow = noOverflow}, .conflicts = false});
    for (const TestCase& test : collectTests(*loaded)) {
      if (test.name != "p" && test.name != "a") continue;
      const TestResult result = judge.judge(test);
      EXPECT_NE(result.outcome, Outcome::error) << result.message;
      EXPECT_EQ(result.outcome == Outcome::passed, has[test.name == "p" ? 0 : 1]) << test.name << ": " << result.message;
    }
    (has[0] ? found : none) += 1;
  }
  EXPECT_GT(found, none / 20);
  EXPECT_GT(none, found / 20);
}

INSTANTIATE_TEST_SUITE_P(Modes, Given, testing::Combine(testing::Bool(), testing::Bool()), [](const auto& mode) {
  return fmt::format("{}{}", std::get<0>(mode.param) ? "excluded" : "wraps", std::get<1>(mode.param) ? "Traces" : "");
});

}  // namespace
}  // namespace aunit::suite
