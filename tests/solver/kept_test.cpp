// Cached answers: hand-written cases, and a comparison with new answers after random changes.

#include "solver/kept/cached_answer.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <regex>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "generated_model.h"
#include "parser/front_end.h"
#include "solver/kept/slice.h"
#include "solver/session/answer_text.h"
#include "solver/session/search.h"

namespace aunit::solver {
namespace {

using testing_::Kind;

/// A model and the answer to its first command.
class AnsweredCommand {
 public:
  explicit AnsweredCommand(const std::string& text, bool noOverflow = false) : loaded_(parser::loadText("m.als", text)) {
    options_.semantics.noOverflow = noOverflow;
    if (!loaded_->ok() || model().commands().empty()) return;
    problem_ = problemOf(model(), 0);
    slice_ = sliceOf(model(), problem_, options_);
    asked_ = true;
  }

  explicit operator bool() const { return asked_; }
  const model::Model& model() const { return *loaded_->model; }
  const model::SourceMap& sources() const { return loaded_->sources; }
  const Problem& problem() const { return problem_; }
  const Slice& slice() const { return slice_; }
  const Options& options() const { return options_; }

  Result solved() const { return Search(model(), problem_, options_).next(); }
  /// The cache entry of the answer.
  std::string kept() const {
    CachedAnswer answer;
    answer.result = solved();
    if (answer.result.instance) answer.instances.push_back(*answer.result.instance);
    if (answer.result.verdict == Verdict::unsatisfiable) {
      auto [contradictions, nearly] = whyNone(model(), problem_, options_, "", {});
      answer.contradictions = std::move(contradictions);
      answer.instances = std::move(nearly);
    }
    return textOf(answer, model(), slice_).value_or("");
  }

 private:
  std::unique_ptr<parser::Loaded> loaded_;
  Options options_;
  Problem problem_;
  Slice slice_;
  bool asked_ = false;
};

bool stillContradicting(const CachedHead& head, const AnsweredCommand& asked) {
  const auto premises = premisesOf(asked.model(), asked.problem(), asked.options(), "");
  if (!premises) return false;
  PremiseComparison asserting(*premises);
  return std::ranges::any_of(head.contradictions, [&](const Premises& one) { return asserting.implies(one); });
}

bool answers(const AnsweredCommand& asked, const model::Instance& instance) {
  const support::Budget budget;
  std::optional<evaluator::Overflow> wrapped;
  return AnswerCheck(asked.model(), asked.problem(), asked.slice(), asked.options(), budget).holds(instance, wrapped);
}

const std::string declared =
    "sig Node { link: set Node }\nfact Acyclic { no n: Node | n in n.^link }\npred leaf[n: Node] { no n.link }\n";

std::string keyOf(const std::string& text) {
  return AnsweredCommand(text).slice().key;
}

TEST(Kept, LayoutAndWhatIsNotReachedAreNoDifference) {
  const std::string key = keyOf(declared + "run { some n: Node | leaf[n] } for 3\n");
  EXPECT_EQ(key.size(), 32u);
  EXPECT_EQ(key, keyOf("-- text\n" + declared + "\n\nrun  {\n some n: Node | leaf[n] } for 3\n"));
  EXPECT_EQ(key, keyOf(declared + "run { some n: Node | leaf[n] } for 3\npred q { no Node }\ncheck { some Node }\n"));
}

TEST(Kept, WhateverMattersIsADifference) {
  const std::string run = "run { some n: Node | leaf[n] } for 3\n";
  const std::string key = keyOf(declared + run);
  std::map<std::string, std::string> keys = {{key, declared + run}};
  for (const auto& [was, is] :
       std::vector<std::pair<std::string, std::string>>{{"for 3", "for 4"},
                                                        {"for 3", "for exactly 3 Node"},
                                                        {"for 3", "for 3 but 5 int"},
                                                        {"set Node", "lone Node"},
                                                        {"sig Node", "some sig Node"},
                                                        {"sig Node", "abstract sig Node"},
                                                        {"link: set", "link: disj set"},
                                                        {"link: set", "link, other: set"},
                                                        {"{ no n.link }", "{ lone n.link }"},
                                                        {"^link", "link"},
                                                        {"in n.^", "!in n.^"},
                                                        {"run { some n", "check { some n"},
                                                        {"some n: Node | leaf", "all n: Node | leaf"},
                                                        {"some n: Node | leaf[n]", "some m: Node | leaf[m]"},
                                                        {"sig Node", "sig Extra {}\nsig Node"},
                                                        {"fact Acyclic {", "fact Acyclic { some Node"},
                                                        {"fact", "one sig Root extends Node {}\nfact"}}) {
    std::string text = declared + run;
    text.replace(text.find(was), was.size(), is);
    const auto [known, added] = keys.emplace(keyOf(text), text);
    EXPECT_TRUE(added) << text << "has the key of\n" << known->second;
  }
}

// Features of the language that the generated models do not have.
TEST(Kept, WhateverMattersOfEnumsSequencesStringsAndMacrosIsADifference) {
  struct EditedText {
    std::string text, was, is;
  };
  for (const auto& [text, was, is] : std::vector<EditedText>{
           {"enum E { X, Y }\nrun { some X.next }\n", "X, Y", "Y, X"},
           {"sig A { s: seq A }\nrun { some s } for 3 but 2 seq\n", "2 seq", "1 seq"},
           {"sig A { s: one String }\nrun { some a: A | a.s = \"x\" } for 3\n", "\"x\"", "\"y\""},
           {"sig A { s: one String }\nrun { some A } for 3 but exactly 2 String\n", "2 String", "3 String"},
           {"sig A { f: set A }\nlet m[x] { some x.f }\nrun { some a: A | m[a] } for 3\n", "some x", "no x"}}) {
    std::string other = text;
    other.replace(other.find(was), was.size(), is);
    EXPECT_EQ(keyOf(text).size(), 32u) << text;
    EXPECT_EQ(keyOf(other).size(), 32u) << other;
    EXPECT_NE(keyOf(text), keyOf(other)) << text;
  }
}

TEST(Kept, AnswersAreReadAsTheyWere) {
  const AnsweredCommand run(declared + "run { some n: Node | leaf[n] } for 3\n");
  const std::string text = run.kept();
  const auto head = readHead(text);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->key, run.slice().key);
  EXPECT_EQ(head->parts.size(), run.slice().parts.size());
  const auto answer = readAnswer(text, run.model(), run.slice());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->result.verdict, Verdict::satisfiable);
  ASSERT_EQ(answer->instances.size(), 1u);
  EXPECT_TRUE(answers(run, answer->instances.front()));
  const AnsweredCommand other(declared + "run { some n: Node | leaf[n] } for 2\n");
  EXPECT_FALSE(readAnswer(text, other.model(), other.slice()));
}

TEST(Kept, DamageIsNoAnswer) {
  const AnsweredCommand run(declared + "run { some n: Node | leaf[n] } for 3\n");
  const std::string text = run.kept();
  for (std::size_t size = 0; size < text.size(); size += 7)
    EXPECT_FALSE(readAnswer(text.substr(0, size), run.model(), run.slice())) << size;
  EXPECT_FALSE(readHead("[]"));
  EXPECT_FALSE(readHead("{\"format\": 1}"));
  EXPECT_FALSE(readHead("{\"format\": \"1\"}"));
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {  // nothing throws
    std::string broken = text;
    for (int change = 0; change < 3; ++change) broken[random() % broken.size()] = "{}[]\",:0a9-"[random() % 11];
    readHead(broken);
    readAnswer(broken, run.model(), run.slice());
  }
}

TEST(Kept, NoneStandsWhileWhatContradictsIsThere) {
  const std::string contradiction = "fact Both { some Node and no Node }\n";
  const AnsweredCommand before(declared + contradiction + "run { some link } for 3\n");
  const auto head = readHead(before.kept());
  ASSERT_TRUE(head);
  ASSERT_FALSE(head->contradictions.empty());
  EXPECT_LE(head->contradictions.front().formulas.size(), 2u);
  EXPECT_TRUE(stillContradicting(*head, AnsweredCommand(declared + contradiction + "run { no link } for 3\n")));
  EXPECT_TRUE(stillContradicting(
      *head, AnsweredCommand(contradiction + "fact { lone link }\nsig Node { link: set Node }\nrun { no link } for 3\n")));
  EXPECT_TRUE(stillContradicting(*head, AnsweredCommand(declared + contradiction + "run { no link } for 2\n")));
  EXPECT_FALSE(stillContradicting(*head, AnsweredCommand(declared + contradiction + "run { no link } for 4\n")));
  EXPECT_FALSE(stillContradicting(*head, AnsweredCommand(declared + "fact Both { some Node }\nrun { no link } for 3\n")));
  EXPECT_EQ(differences(before.slice().parts, AnsweredCommand(declared + "run { some link } for 3\n").slice().parts),
            std::vector<std::string>{"fact Both is gone"});
}

TEST(Kept, WhatDoesNotHoldIsCounted) {
  const AnsweredCommand before(declared + "run { one Node } for 3\n");
  const AnsweredCommand after(declared + "fact { some link }\nfact { lone Node }\nrun { no Node } for 3\n");
  const model::Instance instance = *before.solved().instance;
  const support::Budget budget;
  AnswerCheck check(after.model(), after.problem(), after.slice(), {}, budget);
  EXPECT_EQ(check.broken(instance, 5), 2u);
  EXPECT_EQ(check.broken(instance, 2), 2u);
  EXPECT_EQ(check.broken(instance, 1), std::nullopt);
  EXPECT_EQ(AnswerCheck(before.model(), before.problem(), before.slice(), {}, budget).broken(instance, 0), 0u);
  const AnsweredCommand grows(declared + "run { one Node } for 1..3 Node\n");
  ASSERT_TRUE(grows);
  EXPECT_EQ(AnswerCheck(grows.model(), grows.problem(), grows.slice(), {}, budget).broken(instance, 5), std::nullopt);
}

/// Whether the cached answer to the one text is used for the other.
bool answersOther(const std::string& before, const std::string& after) {
  const AnsweredCommand first(before), second(after);
  const std::vector<model::Instance> instances = readInstances(first.kept(), second.model());
  EXPECT_FALSE(instances.empty()) << before;
  return std::ranges::any_of(instances, [&](const model::Instance& one) { return answers(second, one); });
}

TEST(Kept, AnInstanceWithOtherStringsIsNoAnswer) {
  const std::string sig = "sig A { n: String }\n";
  const std::string x = sig + "run { some a: A | a.n = \"x\" }\n";
  EXPECT_FALSE(answersOther(x, sig + "run { some A }\n"));
  EXPECT_FALSE(answersOther(x, sig + "run { some a: A | a.n = \"x\" and a.n != \"y\" }\n"));
  EXPECT_TRUE(answersOther(x, sig + "run { some A.n & \"x\" }\n"));
  EXPECT_FALSE(
      answersOther(sig + "run { some A } for 3 but exactly 2 String\n", sig + "run { some A } for 3 but exactly 1 String\n"));
  EXPECT_TRUE(
      answersOther(sig + "run { one A } for 3 but exactly 2 String\n", sig + "run { some A } for 3 but exactly 2 String\n"));
}

TEST(Kept, TheOrderOfAnEnumIsTheDeclaredOne) {
  const std::string enumerated = "sig A {}\nenum F { b, c, d }\n";
  const AnsweredCommand before(enumerated + "run { one A }\n"),
      after(enumerated + "fact { no d.next or no b.next }\nrun { some A }\n");
  model::Instance instance = *before.solved().instance;
  EXPECT_TRUE(answers(after, instance));
  // The same order, reversed.
  const auto next = std::ranges::find_if(before.model().fields(), [](const model::Field& f) { return f.arity == 3; });
  const auto first = std::ranges::find_if(before.model().fields(), [](const model::Field& f) { return f.arity == 2; });
  ASSERT_TRUE(next != before.model().fields().end() && first != before.model().fields().end());
  const auto sigNamed = [&](const char* name) {
    const auto& sigs = before.model().sigs();
    const auto found = std::ranges::find(sigs, std::string(name), &model::Sig::name);
    return static_cast<std::size_t>(found - sigs.begin());
  };
  for (model::State& state : instance.states) {
    const auto atomOf = [&](const char* name) { return state.sigs[sigNamed(name)].atoms().front(); };
    model::Atom owner = 0;
    state.fields[static_cast<std::size_t>(first - before.model().fields().begin())].forEach(
        [&](std::span<const model::Atom> tuple) { owner = tuple.front(); });
    const std::uint32_t size = instance.universe->size();
    const std::vector<model::Atom> firsts{owner, atomOf("d")},
        nexts{owner, atomOf("d"), atomOf("c"), owner, atomOf("c"), atomOf("b")};
    state.fields[static_cast<std::size_t>(first - before.model().fields().begin())] = model::TupleSet::ofTuples(size, 2, firsts);
    state.fields[static_cast<std::size_t>(next - before.model().fields().begin())] = model::TupleSet::ofTuples(size, 3, nexts);
  }
  EXPECT_FALSE(answers(before, instance));
  EXPECT_FALSE(answers(after, instance));
}

TEST(Kept, WhatAFreshStartMightRefuseIsNotAnswered) {
  const std::string sig = "sig A { f: set A }\n", plain = sig + "run { some f } for 3\n";
  EXPECT_TRUE(answersOther(plain, sig + "fact { all a: A | lone a.f or some a.f }\nrun { some f } for 3\n"));
  EXPECT_FALSE(answersOther(plain, sig + "fact { all a: disj A | lone a.f or some a.f }\nrun { some f } for 3\n"));
  EXPECT_FALSE(answersOther(plain, sig + "run { some f or some A -> A -> A -> A -> A -> A -> A } for 3\n"));
  std::string deep = sig + "pred p0 { some f }\n";
  for (int i = 1; i < 250; ++i) deep += "pred p" + std::to_string(i) + " { p" + std::to_string(i - 1) + " }\n";
  EXPECT_EQ(AnsweredCommand(deep + "run { p249 } for 3\n").solved().verdict, Verdict::error);
  EXPECT_FALSE(answersOther(plain, deep + "run { p249 } for 3\n"));
  EXPECT_TRUE(answersOther(plain, deep + "run { p99 } for 3\n"));
}

/// If a model has no integers, calculations have as many bits as the size of the universe needs.
TEST(Kept, ABitWidthOfCalculationsIsThatOfAFreshStart) {
  const std::string sig = "sig A { f: set A }\n";
  const std::string large = sig + "run { plus[#f, 9] = 9 and no A } for 9 but 0 int\n";
  EXPECT_TRUE(answersOther(large, sig + "run { plus[#f, 9] = 9 } for 9 but 0 int\n"));
  EXPECT_FALSE(answersOther(large, sig + "run { plus[#f, 9] = 9 } for 3 but 0 int\n"));
}

/// For a model with the commands `run { stronger }` and `run { weaker }`: whether the comparison finds that the first implies the
/// second.
bool seenToImply(const parser::Loaded& loaded) {
  const auto ofCommand = [&](model::CommandId id) { return premisesOf(*loaded.model, problemOf(*loaded.model, id), {}, ""); };
  const auto first = ofCommand(0), second = ofCommand(1);
  return first && second && PremiseComparison(*first).implies(*second);
}

const std::string relations = "sig A { f: set A, g: A -> lone B }\nsig B {}\nsig C in A {}\n";
bool implies(const std::string& stronger, const std::string& weaker, const std::string& more = "") {
  return seenToImply(*parser::loadText("m.als", relations + more + "run { " + stronger + " }\nrun { " + weaker + " }\n"));
}

TEST(Implication, MonotoneOperators) {
  EXPECT_TRUE(implies("some a: C | a in a.f", "some a: A + C | a in a.^f"));
  EXPECT_TRUE(implies("all a: A + C | no a.f", "all a: A | no a.f & C"));
  EXPECT_TRUE(implies("no a: A | some a.f", "no a: A | one a.f & C"));
  EXPECT_TRUE(implies("some A implies no f", "one A implies no f & f"));
  EXPECT_TRUE(implies("f = ~f", "f & iden in ~f"));
  EXPECT_TRUE(implies("not (f in ^f or some B)", "no f or not f in iden & ^f"));
  EXPECT_TRUE(implies("one a: A | some a.f", "some a: A | some a.f"));
  EXPECT_TRUE(implies("some { a: C | no a.f }", "some { a: A + C | lone a.f }"));
  EXPECT_TRUE(
      implies("some a: A | q[a]", "some a: A | p[a]", "pred p[a: A] { some a.f }\npred q[a: A] { some a.f & C and a in C }\n"));
  EXPECT_FALSE(implies("some a: A + C | a in a.f", "some a: C | a in a.f"));
  EXPECT_FALSE(implies("some f", "one f"));
  EXPECT_FALSE(implies("lone f", "no f"));
  EXPECT_FALSE(implies("f in A -> A", "f in A -> one A"));
  EXPECT_FALSE(implies("some f - g.B", "some f - (g.B + C -> C)"));
  EXPECT_FALSE(implies("some a: A, c: C | a in c.f", "some c: C, a: A | c in a.f"));
  EXPECT_FALSE(implies("some a: A | some b: A | a in b.f", "some a: A | some b: A | b in a.f"));
  EXPECT_FALSE(implies("all a: A | (some b: B | some b) and some c: C | c in a.f",
                       "all a: A | (some b: B | some c: C | c in a.f) and some c: C | c in a.f"));
}

std::vector<std::smatch> matches(const std::string& text, const std::regex& word) {
  return {std::sregex_iterator(text.begin(), text.end(), word), std::sregex_iterator()};
}

std::string withInPlaceOf(const std::string& text, const std::smatch& from, const std::string& to) {
  std::string result = text;
  return result.replace(static_cast<std::size_t>(from.position()), static_cast<std::size_t>(from.length()), to);
}

/// The text with one of its words replaced by another word, at random.
std::string changed(const std::string& text, std::mt19937& random) {
  static const std::regex word(R"([A-Za-z_']+|\d+|[-+&~^*.#=!<>|]+|\S)");
  const std::vector<std::string> others = {"some", "no", "lone", "one", "all", "set", "in", "=", "+",
                                           "&",    "-",  "or",   "and", "^",   "1",   "2",  "3"};
  const std::vector<std::smatch> words = matches(text, word);
  const std::smatch& from = words[random() % words.size()];
  const std::string to = random() % 2 == 0 ? words[random() % words.size()].str() : others[random() % others.size()];
  return withInPlaceOf(text, from, to);
}

struct CountedAnswers {
  int changes = 0, sameKey = 0, instances = 0, refuted = 0, otherVerdicts = 0;
};

CountedAnswers hold(Kind kind, unsigned seeds, int changesOfEach, bool noOverflow = false) {
  CountedAnswers counted;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    std::mt19937 random(seed);
    const std::string text = testing_::generateModel(seed, kind);
    const AnsweredCommand before(text, noOverflow);
    if (!before) continue;
    const Verdict verdict = before.solved().verdict;
    const std::string kept = before.kept();
    const auto head = readHead(kept);
    for (int i = 0; i < changesOfEach; ++i) {
      std::string other = text;
      for (int change = 0; change <= i % 3; ++change) other = changed(other, random);
      const AnsweredCommand after(other, noOverflow);
      if (!after) continue;
      const Result fresh = after.solved();
      ++counted.changes;
      counted.otherVerdicts += fresh.verdict != verdict;
      if (after.slice().key == before.slice().key) {
        ++counted.sameKey;
        EXPECT_EQ(fresh.verdict, verdict) << text << "\nseed " << seed;
        const auto answer = readAnswer(kept, after.model(), after.slice());
        EXPECT_EQ(answer.has_value(), !kept.empty()) << text;
      }
      if (!head) continue;
      for (const model::Instance& instance : readInstances(kept, after.model()))
        if (answers(after, instance)) {
          ++counted.instances;
          EXPECT_EQ(fresh.verdict, Verdict::satisfiable) << fresh.message << "\n" << text << "\nseed " << seed;
        }
      if (stillContradicting(*head, after)) {
        ++counted.refuted;
        EXPECT_EQ(fresh.verdict, Verdict::unsatisfiable) << fresh.message << "\n" << text << "\nseed " << seed;
      }
    }
  }
  return counted;
}

void expectEach(const CountedAnswers& counted) {
  EXPECT_GT(counted.sameKey, 0);
  EXPECT_GT(counted.instances, 0);
  EXPECT_GT(counted.otherVerdicts, 0);
}

/// The text with one operator or name replaced, at random, by one that often makes the formula stronger or weaker.
std::string turned(const std::string& text, std::mt19937& random) {
  static const std::vector<std::pair<std::string, std::string>> turns = {
      {"some", "one"}, {"one", "some"},  {"no", "lone"},     {"lone", "no"},       {"or", "and"},      {"and", "or"},
      {"A", "C"},      {"C", "A"},       {"f", "^f"},        {"f", "(f+~f)"},      {"f", "(f&iden)"},  {"in", "="},
      {"all", "some"}, {"C", "(C+A.f)"}, {"iff", "implies"}, {"g", "(g&C->univ)"}, {"implies", "and"}, {"some", "all"}};
  static const std::regex word(R"([A-Za-z_]+|[^A-Za-z_]+)");
  std::vector<std::pair<std::smatch, std::string>> places;
  for (const std::smatch& one : matches(text, word))
    for (const auto& [from, to] : turns)
      if (one.str() == from) places.emplace_back(one, to);
  if (places.empty()) return text;
  const auto& [from, to] = places[random() % places.size()];
  return withInPlaceOf(text, from, to);
}

/// After random changes: if the comparison finds that one formula implies another, there is no counterexample.
TEST(ImplicationOracle, AfterRandomChanges) {
  const std::vector<std::string> parts = {
      "(some a: A | all b: a.f | some b.f & C)",  "(all a: A, c: C | a in c.f implies c !in a.f or some a.g)",
      "(no a: C | (lone a.f and q[a, C - a]))",   "(all a: A | some b: B | (a -> b) in a.g.B -> B or one a.f & C)",
      "(f & C -> A in ^(f - iden) + ~f)",         "(some { a: A | no a.f & C } - C)",
      "(let s = A.f - C | all a: s | some a.*f)", "(some f iff no g)",
      "(f.C = C or not (q[C, A] and f in ~f))",   "(all disj a, b: A | a.f = b.f implies a.g in b.g)"};
  std::mt19937 random(9);
  int seen = 0, different = 0;
  for (int i = 0; i < 1500; ++i) {
    const std::string one =
        parts[random() % parts.size()] + (random() % 2 == 0 ? " and " : " or ") + parts[random() % parts.size()];
    std::string other = one;
    for (unsigned change = 0; change <= i % 3u; ++change) other = turned(other, random);
    const std::string text = relations + "pred q[a, s: set A] { some a.f & s and a.g.B in s }\nrun { " + other + " }\nrun { " +
                             one + " }\ncheck { (" + other + ") implies (" + one + ") } for 3\n";
    const auto loaded = parser::loadText("m.als", text);
    if (!loaded->ok() || loaded->model->commands().size() != 3 || other == one || !seenToImply(*loaded)) continue;
    ++seen;
    const Result result = Search(*loaded->model, problemOf(*loaded->model, 2), {}).next();
    EXPECT_EQ(result.verdict, Verdict::unsatisfiable) << text;
    const Problem back = problemOf(*loaded->model, 1);
    different += sliceOf(*loaded->model, problemOf(*loaded->model, 0), {}).key != sliceOf(*loaded->model, back, {}).key;
  }
  EXPECT_GT(seen, 200);
  EXPECT_GT(different, 150);
}

TEST(KeptOracle, RelationsAfterRandomChanges) {
  const CountedAnswers counted = hold(Kind::relations, 200, 12);
  expectEach(counted);
  EXPECT_GT(counted.refuted, 0);
}
TEST(KeptOracle, TracesAfterRandomChanges) {
  expectEach(hold(Kind::traces, 120, 12));
}
TEST(KeptOracle, IntegersAfterRandomChanges) {
  EXPECT_GT(hold(Kind::integers, 60, 12).instances, 0);
}
TEST(KeptOracle, IntegersWithoutOverflowAfterRandomChanges) {
  EXPECT_GT(hold(Kind::integers, 60, 12, true).instances, 0);
}
TEST(KeptOracle, OrdersAfterRandomChanges) {
  expectEach(hold(Kind::orders, 100, 12));
}
TEST(KeptOracle, SequencesAfterRandomChanges) {
  EXPECT_GT(hold(Kind::sequences, 60, 12).instances, 0);
}
TEST(KeptOracle, StringsAfterRandomChanges) {
  const CountedAnswers counted = hold(Kind::strings, 150, 12);
  expectEach(counted);
  EXPECT_GT(counted.refuted, 0);
}
TEST(KeptOracle, EnumsAfterRandomChanges) {
  const CountedAnswers counted = hold(Kind::enums, 150, 12);
  expectEach(counted);
  EXPECT_GT(counted.refuted, 0);
}

}  // namespace
}  // namespace aunit::solver
