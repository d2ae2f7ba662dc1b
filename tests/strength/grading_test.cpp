// Answers to exercises: classes and clusters compared with all valuations of small scopes; answers that are not allowed.
#include "strength/grading/grader.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluator/evaluator.h"
#include "model/instances/instance_json.h"
#include "parser/front_end.h"
#include "strength/grading/readings.h"
#include "strength/grading/report.h"
#include "tests/loaded.h"

namespace aunit::strength::grading {
namespace {

/// A folder of answers to one exercise.
class Classroom {
 public:
  Classroom(const std::string& model, const std::string& right, int scope, GraderOptions options = {})
      : model_(model), right_(parser::loadText("right.als", fmt::format("{}\npred p {}\n", model, right))) {
    EXPECT_TRUE(right_->ok());
    options.scope.overall = scope;
    grader_ = std::make_unique<Grader>(*right_->model, predicateNamed(*right_->model, "p"), options);
  }

  void add(const std::string& body) { addText(fmt::format("{}\npred p {}\n", model_, body)); }
  void addText(const std::string& text) { grader_->add(*parser::loadText("answer.als", text)); }
  /// Adds these answers and judges all of them.
  Grader& judged(const std::vector<std::string>& bodies = {}) {
    for (const std::string& body : bodies) add(body);
    grader_->judge();
    return *grader_;
  }
  const Grader& grader() const { return *grader_; }

 private:
  std::string model_;
  std::unique_ptr<parser::Loaded> right_;
  std::unique_ptr<Grader> grader_;
};

constexpr const char* graphModel = "sig A { r: set A }";

const std::vector<std::string> graphBodies = {
    "{}",
    "{ some none }",
    "{ no r }",
    "{ some r }",
    "{ all a: A | a in a.r }",
    "{ iden & (A->A) in r }",
    "{ no a: A | a in a.r }",
    "{ no iden & r }",
    "{ all a: A | a !in a.^r }",
    "{ no a: A | a in a.r.r }",
    "{ r = ~r }",
    "{ all a, b: A | a->b in r iff b->a in r }",
    "{ r.r in r }",
    "{ all a, b, c: A | (a->b in r and b->c in r) implies a->c in r }",
    "{ ^r = r }",
    "{ all a: A | lone a.r }",
    "{ all a: A | one a.r }",
    "{ all a: A | some a.r }",
    "{ A in A.r }",
    "{ all a: A | some r.a }",
    "{ #r > 1 }",
    "{ not lone r }",
    "{ #A = 2 }",
    "{ some disj a, b: A | a + b = A }",
    "{ one A }",
    "{ lone A }",
    "{ some a: A | A in a.*r }",
    "{ some a: A | all b: A | b in a.*r }",
    "{ let s = r.r | s in r and r in s }",
    "{ r.r = r }",
};

/// For each body, its value on every valuation with up to two atoms.
std::vector<std::vector<bool>> truthsOfGraphBodies() {
  std::string text = std::string(graphModel) + "\n";
  for (std::size_t i = 0; i < graphBodies.size(); ++i) text += fmt::format("pred b{} {}\n", i, graphBodies[i]);
  const auto loaded = tests::loaded("bodies.als", text);
  const model::Model& model = *loaded->model;
  evaluator::Evaluator evaluator(model);
  std::vector<std::vector<bool>> truths(graphBodies.size());
  for (std::uint32_t atoms = 0; atoms <= 2; ++atoms)
    for (std::uint32_t bits = 0; bits < (1u << (atoms * atoms)); ++bits) {
      std::vector<std::string> names;
      for (std::uint32_t a = 0; a < atoms; ++a) names.push_back(fmt::format("A{}", a));
      model::Instance instance;
      instance.universe = std::make_shared<model::Universe>(names, std::vector<std::string>(), 4);
      const std::uint32_t size = instance.universe->size();
      model::State state;
      state.sigs.assign(model.sigs().size(), model::TupleSet(size, 1));
      state.fields.assign(model.fields().size(), model::TupleSet(size, 2));
      for (model::SigId s = model::builtin::count; s < model.sigs().size(); ++s)
        if (model.sig(s).name == "A" && atoms != 0) state.sigs[s] = model::TupleSet::range(size, 0, atoms);
      std::vector<model::Atom> tuples;
      for (std::uint32_t i = 0; i < atoms * atoms; ++i)
        if ((bits >> i) & 1) tuples.insert(tuples.end(), {i / atoms, i % atoms});
      state.fields[0] = model::TupleSet::ofTuples(size, 2, tuples);
      instance.states.push_back(state);
      evaluator.bind(instance);
      for (std::size_t i = 0; i < graphBodies.size(); ++i)
        truths[i].push_back(evaluator.holds(model.func(predicateNamed(model, fmt::format("b{}", i))).body));
    }
  return truths;
}

TEST(Grading, ClassesAndClustersAreThoseOfAllValuations) {
  const auto truths = truthsOfGraphBodies();
  ASSERT_EQ(truths[0].size(), 1u + 2u + 16u);
  for (std::size_t right = 0; right < graphBodies.size(); ++right) {
    Classroom classroom(graphModel, graphBodies[right], 2);
    const Grader& grader = classroom.judged(graphBodies);
    for (std::size_t i = 0; i < graphBodies.size(); ++i) {
      bool accepts = false, rejects = false;
      for (std::size_t v = 0; v < truths[i].size(); ++v) {
        accepts |= truths[i][v] && !truths[right][v];
        rejects |= !truths[i][v] && truths[right][v];
      }
      const Class expected = accepts ? (rejects ? Class::both : Class::under) : rejects ? Class::over : Class::correct;
      EXPECT_STREQ(nameOf(grader.judgements()[i].verdict), nameOf(expected)) << graphBodies[i] << " for " << graphBodies[right];
      for (std::size_t k = 0; k < i; ++k)
        EXPECT_EQ(grader.judgements()[i].cluster == grader.judgements()[k].cluster, truths[i] == truths[k])
            << graphBodies[i] << " and " << graphBodies[k];
    }
  }
}

const std::vector<std::string> numberBodies = {
    "{ plus[A.n, 1] > A.n }",
    "{ some A.n }",
    "{ not plus[A.n, 1] =< A.n }",
    "{ plus[A.n, 1] >= A.n }",
    "{ A.n != 7 }",
    "{ A.n < 7 }",
    "{ plus[A.n, A.n] = 2 }",
    "{ A.n = 1 }",
    "{ not plus[A.n, A.n] != 2 }",
    "{ all i: Int | plus[i, A.n] > i }",
    "{ no i: Int | plus[i, A.n] =< i }",
    "{ A.n > 0 }",
    "{ plus[A.n, 1] > 0 => A.n >= 0 }",
    "{ some i: Int | plus[i, 1] = A.n }",
};

// For each integer, in both semantics of overflows.
TEST(Grading, OverflowsCountAsEvaluationSees) {
  const std::string model = "one sig A { n: one Int }";
  std::string text = model + "\n";
  for (std::size_t i = 0; i < numberBodies.size(); ++i) text += fmt::format("pred b{} {}\n", i, numberBodies[i]);
  const auto loaded = tests::loaded("bodies.als", text);
  for (const bool noOverflow : {false, true}) {
    evaluator::Evaluator evaluator(*loaded->model, {.semantics = {.noOverflow = noOverflow}});
    std::vector<std::vector<bool>> truths(numberBodies.size());
    for (std::int32_t n = -8; n <= 7; ++n) {
      model::Instance instance;
      instance.universe = std::make_shared<model::Universe>(std::vector<std::string>{"A0"}, std::vector<std::string>(), 4);
      const std::uint32_t size = instance.universe->size();
      model::State state;
      state.sigs.assign(loaded->model->sigs().size(), model::TupleSet(size, 1));
      for (model::SigId s = model::builtin::count; s < loaded->model->sigs().size(); ++s)
        if (loaded->model->sig(s).name == "A") state.sigs[s] = model::TupleSet::range(size, 0, 1);
      state.fields.push_back(model::TupleSet::ofTuples(size, 2, std::vector<model::Atom>{0, instance.universe->intAtom(n)}));
      instance.states.push_back(state);
      evaluator.bind(instance);
      for (std::size_t i = 0; i < numberBodies.size(); ++i)
        truths[i].push_back(evaluator.holds(loaded->model->func(predicateNamed(*loaded->model, fmt::format("b{}", i))).body));
    }
    for (std::size_t right = 0; right < numberBodies.size(); ++right) {
      GraderOptions options;
      options.semantics.noOverflow = noOverflow;
      Classroom classroom(model, numberBodies[right], 1, options);
      const Grader& grader = classroom.judged(numberBodies);
      for (std::size_t i = 0; i < numberBodies.size(); ++i) {
        bool accepts = false, rejects = false;
        for (std::size_t v = 0; v < truths[i].size(); ++v) {
          accepts |= truths[i][v] && !truths[right][v];
          rejects |= !truths[i][v] && truths[right][v];
        }
        const Class expected = accepts ? (rejects ? Class::both : Class::under) : rejects ? Class::over : Class::correct;
        EXPECT_STREQ(nameOf(grader.judgements()[i].verdict), nameOf(expected))
            << numberBodies[i] << " for " << numberBodies[right] << (noOverflow ? ", overflows excluded" : "");
      }
    }
  }
}

TEST(Grading, SituationsShowWhatIsWrong) {
  Classroom classroom(graphModel, "{ no iden & r }", 3);
  const Grader& grader = classroom.judged(graphBodies);
  evaluator::Evaluator evaluator(grader.model());
  const model::ExprId right = grader.model().func(predicateNamed(grader.model(), "p")).body;
  for (std::uint32_t c = 0; c < grader.clusters().size(); ++c) {
    const Cluster& cluster = grader.clusters()[c];
    const Witnesses found = grader.witnessesOf(c);
    EXPECT_EQ(found.accepted.has_value(), cluster.verdict == Class::under || cluster.verdict == Class::both);
    EXPECT_EQ(found.rejected.has_value(), cluster.verdict == Class::over || cluster.verdict == Class::both);
    for (const auto& [witness, holds] : {std::pair(&found.accepted, false), std::pair(&found.rejected, true)})
      if (*witness) {
        evaluator.bind((*witness)->wrong.instance);
        EXPECT_EQ(evaluator.holds(right), holds);
        EXPECT_EQ(evaluator.holds(cluster.body), !holds);
        if (!(*witness)->beside) continue;
        evaluator.bind((*witness)->beside->instance);
        EXPECT_EQ(evaluator.holds(right), evaluator.holds(cluster.body));
      }
  }
}

TEST(Grading, WhatIsSaidOfAnAnswerDoesNotDependOnOthers) {
  const auto texts = [](const Grader& grader, std::uint32_t answer) {
    const std::uint32_t cluster = grader.judgements()[answer].cluster;
    const Witnesses found = grader.witnessesOf(cluster);
    std::string text = fmt::format("{} {:.6f}", grader.clusters()[cluster].name, grader.clusters()[cluster].share);
    for (const auto* witness : {&found.accepted, &found.rejected})
      if (*witness) {
        text += model::writeInstanceJson(grader.model(), (*witness)->wrong.instance);
        if ((*witness)->beside) text += model::writeInstanceJson(grader.model(), (*witness)->beside->instance);
      }
    return text;
  };
  Classroom together(graphModel, "{ no iden & r }", 3);
  const Grader& all = together.judged(graphBodies);
  for (std::uint32_t i = 0; i < graphBodies.size(); ++i) {
    Classroom alone(graphModel, "{ no iden & r }", 3);
    alone.add(graphBodies[i]);
    const std::uint32_t first = all.clusters()[all.judgements()[i].cluster].answers.front();
    if (first == i) {
      EXPECT_EQ(texts(alone.judged(), 0), texts(all, i)) << graphBodies[i];
    }
  }
}

std::string classesOf(const Grader& grader) {
  std::string text;
  for (const Judgement& judgement : grader.judgements()) text += std::string(text.empty() ? "" : " ") + nameOf(judgement.verdict);
  return text;
}

/// By answer: the name of its cluster.
std::vector<std::string> namesOf(const Grader& grader) {
  std::vector<std::string> names;
  for (const Judgement& judgement : grader.judgements())
    names.push_back(judgement.cluster == model::noId ? std::string() : grader.clusters()[judgement.cluster].name);
  return names;
}

/// The name of a cluster without its class, and without the number that distinguishes clusters of one name.
std::string digestIn(const std::string& name) {
  const std::size_t begin = name.find('-');
  return name.substr(begin, name.find('~') - begin);
}

TEST(Grading, NamesOfClustersDependOnMeaningAlone) {
  Classroom classroom(graphModel, "{ no iden & r }", 3);
  const std::vector<std::string> names = namesOf(classroom.judged(graphBodies));
  // Different meanings nearly always have different names.
  std::set<std::string> different(names.begin(), names.end());
  EXPECT_GE(different.size() + 1, classroom.grader().clusters().size());
  // The same answers in another order and wording.
  Classroom turned("// A graph.\nsig A {\n  r: set A\n}", "{ no iden & r }", 3);
  for (std::size_t i = graphBodies.size(); i-- > 0;) turned.add("{ not not " + graphBodies[i] + " }");
  std::vector<std::string> others = namesOf(turned.judged());
  std::ranges::reverse(others);
  EXPECT_EQ(others, names);
  // The same answers in different shards.
  for (std::size_t part = 0; part < 3; ++part) {
    Classroom some(graphModel, "{ no iden & r }", 3, {.part = part, .parts = 3});
    others = namesOf(some.judged(graphBodies));
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!others[i].empty()) {
        EXPECT_EQ(others[i], names[i]) << graphBodies[i];
      }
  }
  // With a larger scope, another right predicate or another wording of it, the digests are equal; only classes may differ.
  for (const auto& [right, scope] :
       {std::pair("{ no iden & r }", 4), std::pair("{ r = ~r }", 3), std::pair("{ all b: A | b not in b.r }", 3)}) {
    Classroom larger(graphModel, right, scope);
    others = namesOf(larger.judged(graphBodies));
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] != "correct" && others[i] != "correct") {
        EXPECT_EQ(digestIn(others[i]), digestIn(names[i])) << graphBodies[i];
      }
  }
}

TEST(Grading, NamesThatCoincideAreNumbered) {
  std::vector<ClusterReport> clusters(4);
  clusters[0].name = "under-000001~b";
  clusters[1].name = "over-000001~a";
  clusters[2].name = "under-000001~c";
  clusters[3].name = "under-000001~a";
  withNumbers(clusters);
  EXPECT_EQ(clusters[0].name, "under-000001-2");
  EXPECT_EQ(clusters[1].name, "over-000001");
  EXPECT_EQ(clusters[2].name, "under-000001-3");
  EXPECT_EQ(clusters[3].name, "under-000001");
  withNumbers(clusters);
  EXPECT_EQ(clusters[3].name, "under-000001");
}

TEST(Grading, PartsMakeTheWhole) {
  Classroom classroom(graphModel, "{ r = ~r }", 3);
  const Grader& whole = classroom.judged(graphBodies);
  for (const std::size_t parts : {2, 3, 7}) {
    std::vector<std::size_t> judges(graphBodies.size());
    for (std::size_t part = 0; part < parts; ++part) {
      Classroom some(graphModel, "{ r = ~r }", 3, {.part = part, .parts = parts});
      const Grader& grader = some.judged(graphBodies);
      for (std::uint32_t i = 0; i < graphBodies.size(); ++i) {
        if (grader.judgements()[i].elsewhere) continue;
        ++judges[i];
        EXPECT_EQ(grader.judgements()[i].verdict, whole.judgements()[i].verdict) << graphBodies[i];
        for (std::uint32_t k = 0; k < i; ++k) {
          const bool here = !grader.judgements()[k].elsewhere && grader.judgements()[k].cluster == grader.judgements()[i].cluster;
          EXPECT_EQ(here, whole.judgements()[k].cluster == whole.judgements()[i].cluster) << graphBodies[i] << graphBodies[k];
        }
      }
    }
    EXPECT_EQ(judges, std::vector<std::size_t>(graphBodies.size(), 1));
  }
}

TEST(Grading, NearnessCountsAllInstances) {
  const auto truths = truthsOfGraphBodies();
  // Isomorphic graphs count once: a graph of two atoms counts if swapping the atoms gives no smaller number of its bits.
  std::vector<std::size_t> counted;
  for (std::size_t v = 0; v < truths[0].size(); ++v) {
    const std::size_t bits = v - 3, exchanged = (bits >> 3 & 1) | (bits >> 1 & 2) | (bits << 1 & 4) | (bits << 3 & 8);
    if (v < 3 || bits <= exchanged) counted.push_back(v);
  }
  for (const std::size_t right : {2, 7, 10, 17}) {
    Classroom classroom(graphModel, graphBodies[right], 2, {.nearness = true});
    const Grader& grader = classroom.judged(graphBodies);
    EXPECT_EQ(grader.nearnessScope(), 2);
    EXPECT_EQ(grader.nearnessSituations(), counted.size());
    for (std::uint32_t i = 0; i < graphBodies.size(); ++i) {
      std::size_t both = 0, either = 0;
      for (const std::size_t v : counted) both += truths[i][v] && truths[right][v], either += truths[i][v] || truths[right][v];
      const Cluster& cluster = grader.clusters()[grader.judgements()[i].cluster];
      const double wanted =
          cluster.verdict == Class::correct ? 1 : std::min(0.9, static_cast<double>(both) / static_cast<double>(either));
      ASSERT_TRUE(cluster.nearness);
      EXPECT_DOUBLE_EQ(*cluster.nearness, wanted) << graphBodies[i] << " for " << graphBodies[right];
    }
  }
}

TEST(Grading, ParametersAreComparedForAllArguments) {
  Classroom classroom(graphModel, "[a: A, b: A] { a->b in r }", 2);
  const Grader& grader = classroom.judged({"[x: A, y: A] { y in x.r }", "[a: A, b: A] { a in b.r }", "[a, b: A] { a->b in r }",
                                           "[a: A] { a in a.r }", "[a: A, b: A] { a->b in ^r }"});
  EXPECT_EQ(classesOf(grader), "correct both invalid invalid under");
  for (std::uint32_t c = 0; c < grader.clusters().size(); ++c) {
    const Witnesses found = grader.witnessesOf(c);
    for (const auto* witness : {&found.accepted, &found.rejected})
      if (*witness) {
        EXPECT_EQ((*witness)->wrong.arguments.size(), 2u);
      }
  }
}

TEST(Grading, TracesAreCompared) {
  Classroom classroom("var sig A {}", "{ always some A }", 2);
  const Grader& grader =
      classroom.judged({"{ not eventually no A }", "{ some A }", "{ some A and always (some A implies after some A) }",
                        "{ always eventually some A }", "{ always some A and eventually #A = 2 }", "{ eventually no A }"});
  EXPECT_EQ(classesOf(grader), "correct under correct under over both");
  EXPECT_EQ(grader.judgements()[0].cluster, grader.judgements()[2].cluster);
  EXPECT_NE(grader.judgements()[1].cluster, grader.judgements()[3].cluster);
}

TEST(Grading, FactsHoldAndHelpersAreReadAsWhatTheySay) {
  Classroom classroom("sig A { r: set A }\nfact { all a: A | lone a.r }", "{ no iden & r }", 3);
  classroom.add("{ loopless[r] }\npred loopless[s: A->A] { no a: A | a in to[a, s] }\nfun to[a: A, s: A->A]: set A { a.s }");
  classroom.add("{ all a: A | a.r != a }");  // equal if there is at most one atom
  classroom.add("{ q }\npred q { p }");
  EXPECT_EQ(classesOf(classroom.judged()), "correct correct invalid");
}

TEST(Grading, DeclarationsMayStandInAnyOrder) {
  Classroom classroom("sig A { r: set A, s: lone A }\nsig B in A {}", "{ some B & A.r and no s }", 2);
  classroom.addText("pred p { no s and some A.r & B }\nsig B in A {}\nsig A { s: lone A, r: set A }\n");
  classroom.addText("sig B in A {}\npred p { some A.r & B }\nsig A { s: lone A, r: set A }\n");
  EXPECT_EQ(classesOf(classroom.judged()), "correct under");
}

TEST(Grading, OnlyTheExerciseMayBeChanged) {
  const std::string model =
      "abstract sig A { r: set A, disj s, t: set A }\none sig B, C extends A {}\nfact F { no r & s }\npred q { some r }";
  Classroom classroom(model, "{ no s }", 2);
  const auto changed = [&](const std::string& part, const std::string& by) {
    std::string text = model + "\npred p { no s }\n";
    text.replace(text.find(part), part.size(), by);
    classroom.addText(text);
  };
  changed("pred q", "-- a remark\npred q");
  changed("fact F", "run {} for 4\nfact G");
  changed("pred q { some r }", "");
  changed("pred q { some r }", "pred q { some r }\npred helper { no r }\nassert Sure { p }\ncheck Sure");
  changed("set A", "lone A");
  changed("disj s, t", "s, t");
  changed("one sig", "lone sig");
  changed("abstract sig", "sig");
  changed("extends A {}", "extends A { more: A }");
  changed("no r & s", "no r and no s");
  changed("fact F { no r & s }", "");
  changed("fact F", "fact { no t }\nfact F");
  changed("pred q { some r }", "pred q { no r }");
  changed("pred q", "sig D {}\npred q");
  changed("abstract sig A", "open util/ordering[A]\nabstract sig A");
  EXPECT_EQ(classesOf(classroom.judged()),
            "correct correct correct correct forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden "
            "forbidden forbidden forbidden");
}

TEST(Grading, HiddenParagraphsMayBeMissing) {
  const std::string seen = "sig A { r: set A }\n";
  Classroom classroom(seen + "fact F { lone A }\npred secret { no r }", "{ secret }", 2,
                      {.permissions = {.hidden = {"F", "secret"}}});
  classroom.addText(seen + "pred p { no r }");
  classroom.addText(seen + "pred p { secret }");
  classroom.addText(seen + "pred p { p }");
  classroom.addText(seen + "pred secret { some r } pred p { not secret }");
  const Grader& grader = classroom.judged();
  EXPECT_EQ(classesOf(grader), "correct invalid invalid correct");
  EXPECT_EQ(grader.judgements()[1].why.find("no r"), std::string::npos);
}

TEST(Grading, AnAnswerThatCannotBeDecidedLeavesTheOthersAlone) {
  Classroom classroom(graphModel, "{ some r }", 3, {.limits = {.seconds = 0.5}});
  std::string names = "a0: A";
  for (int i = 1; i < 40; ++i) names += fmt::format(", a{}: A", i);
  classroom.add("{ all " + names + " | a0 + a39 in A.r or a1->a2 in r }");
  classroom.add("{ all s, t, u: set A->A | s.t in u or t.u in r }");
  classroom.add("{ r != none->none }");
  classroom.add("{ some A.r }");
  const Grader& grader = classroom.judged();
  EXPECT_EQ(grader.judgements()[2].verdict, Class::correct);
  EXPECT_EQ(grader.judgements()[3].verdict, Class::correct);
  for (const int hostile : {0, 1})
    if (grader.judgements()[hostile].verdict == Class::unknown) {
      EXPECT_FALSE(grader.judgements()[hostile].why.empty());
    }
}

TEST(Grading, ExponentialHelpersAreRefused) {
  Classroom classroom(graphModel, "{ some r }", 2);
  std::string text = "{ f40[r] = r }\nfun f0[s: A->A]: A->A { s + s }\n";
  for (int i = 1; i <= 40; ++i) text += fmt::format("fun f{}[s: A->A]: A->A {{ f{}[s] + f{}[s] }}\n", i, i - 1, i - 1);
  classroom.add(text);
  classroom.add("{ some r }");
  EXPECT_EQ(classesOf(classroom.judged()), "invalid correct");
}

TEST(Grading, NobodyAndEverybody) {
  Classroom nobody(graphModel, "{ some r }", 2);
  EXPECT_TRUE(nobody.judged().judgements().empty());
  Classroom everybody(graphModel, "{ some r }", 2);
  for (int i = 0; i < 50; ++i) everybody.add(fmt::format("{{ all x{}: A | no x{}.r }}", i, i));
  const Grader& grader = everybody.judged();
  EXPECT_EQ(grader.clusters().size(), 2u);  // the cluster of right answers always exists
  EXPECT_EQ(grader.clusters()[1].answers.size(), 50u);
}

}  // namespace
}  // namespace aunit::strength::grading
