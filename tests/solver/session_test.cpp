// Many questions to one translation: each gets the answer that a separate search gives, after any earlier questions.

#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/sat/sat.h"
#include "solver/session/search.h"
#include "tests/loaded.h"

namespace aunit::solver {
namespace {

using model::ExprId;

class Sessions : public testing::Test {
 protected:
  /// Loads a model whose commands' formulas are the goals.
  void load(const std::string& text) { loaded_ = tests::loaded("test.als", text); }
  model::Model& model() { return *loaded_->model; }
  ExprId goal(model::CommandId command) { return model().commands()[command].formula; }
  ExprId negated(ExprId formula) {
    const ExprId children[] = {formula};
    model::Expr negation;
    negation.op = model::Op::not_;
    return model().addExpr(negation, children);
  }
  /// Facts and declarations in the scope of the first command.
  Problem ground() {
    Problem problem = problemOf(model(), 0);
    problem.formula = model::noId;
    return problem;
  }
  Verdict alone(ExprId formula, const Options& options) {
    Problem problem = ground();
    problem.formula = formula;
    return Search(model(), problem, options).next().verdict;
  }

  std::unique_ptr<parser::Loaded> loaded_;
};

const char* const lists =
    "sig N { link: lone N, var at: set N } fact { no iden & link }\n"
    "pred acyclic { no n: N | n in n.^link }\n"
    "run { some link } for 3 but 3 steps\nrun { acyclic } for 3\nrun { some n: N | n in n.^link } for 3\n"
    "run { no N and some link } for 3\nrun { some at and after no at and after after some at } for 3\n"
    "run { some s: set N | s.link = s and some s } for 3\nrun { after once some at } for 3\nrun { \"a\" != \"b\" and some String "
    "} for 3\n";

TEST_F(Sessions, AnswerLikeSearchesOfTheirOwn) {
  for (const std::string& solver : solverNames()) {
    load(lists);
    const Options options{.solver = solver};
    Session session(model(), ground(), options);
    EXPECT_EQ(session.next().verdict, Verdict::satisfiable);
    std::vector<ExprId> goals;
    for (model::CommandId c = 0; c < model().commands().size(); ++c) {
      goals.push_back(goal(c));
      goals.push_back(negated(goal(c)));  // the model has grown since the session began
    }
    for (int round = 0; round < 2; ++round) {
      for (const ExprId formula : goals) {
        const Result result = session.ask({{formula}});
        EXPECT_EQ(result.verdict, alone(formula, options)) << solver << ": " << formula << " " << result.message;
      }
      for (std::size_t i = 0; i + 1 < goals.size(); i += 2)
        EXPECT_EQ(session.ask({{goals[i], goals[i + 1]}}).verdict, Verdict::unsatisfiable) << solver;
    }
  }
}

TEST_F(Sessions, EnumerateForEachQuestionAnew) {
  load("sig A {} run { some A } for 2 run { no A } for 2 run { some a: A | a in A } for 2");
  Session session(model(), ground(), {.symmetry = 0, .enumerate = true});
  const auto count = [&](Result result) {
    int found = 0;
    for (; result.verdict == Verdict::satisfiable; result = session.next()) ++found;
    return found;
  };
  EXPECT_EQ(count(session.next()), 4);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(count(session.ask({{goal(0)}})), 3);
    EXPECT_EQ(count(session.ask({{goal(1)}})), 1);
    EXPECT_EQ(count(session.ask({})), 4);
    EXPECT_EQ(count(session.ask({{goal(2)}})), 4);  // with the witness: one of one atom each, two of both
  }
  session.ask({{goal(2)}});
  EXPECT_EQ(session.next().witnesses.size(), 1u);
  session.ask({{goal(0)}});
  EXPECT_EQ(session.next().witnesses.size(), 0u);
}

TEST_F(Sessions, NameTheGoalsThatContradict) {
  load("sig A {} fact { lone A } run { some A } for 2 run { #A = 2 } for 2");
  Session session(model(), ground(), {.core = true});
  const Result result = session.ask({{goal(0), goal(1)}});
  ASSERT_EQ(result.verdict, Verdict::unsatisfiable);
  std::vector<std::string> texts;
  for (const model::Span& span : result.core) texts.emplace_back(loaded_->sources.text(span));
  EXPECT_EQ(texts, (std::vector<std::string>{"lone A", "#A = 2"}));
}

TEST_F(Sessions, ForgetWhatTheModelLost) {
  load("sig A {} pred p[s: set A] { some s } run { some A } for 2 run { no A } for 2");
  Session session(model(), ground(), {});
  const auto first = static_cast<ExprId>(model().exprCount());
  const ExprId formula = negated(goal(0));
  EXPECT_EQ(session.ask({{formula, goal(0)}}).verdict, Verdict::unsatisfiable);
  session.forget(first);
  EXPECT_EQ(session.next().verdict, Verdict::unknown);  // its question was discarded
  model().mutableExpr(formula).op = model::Op::and_;    // simulates a new expression with the same id: `some A`
  EXPECT_EQ(session.ask({{formula, goal(0)}}).verdict, Verdict::satisfiable);
}

TEST_F(Sessions, GoOnAfterALimit) {
  load(lists);
  Session session(model(), ground(), {});
  const std::atomic<bool> stop = true;
  const Result stopped = session.ask({{goal(0)}}, support::Budget({.stop = &stop}));
  EXPECT_EQ(stopped.verdict, Verdict::unknown);
  EXPECT_GT(stopped.statistics.solveMs, 0);
  EXPECT_EQ(session.next().verdict, Verdict::unknown);
  EXPECT_EQ(session.ask({{goal(0)}}).verdict, Verdict::satisfiable);
  EXPECT_EQ(session.ask({{goal(3)}}).verdict, Verdict::unsatisfiable);
}

// If there is no time to check the proof of a verdict, the verdict counts without a proof. A checked proof is also stored for
// other goals.
TEST_F(Sessions, NoneIsRefutedOrSaidNotToBe) {
  load(
      "sig Hole {} sig Pigeon { hole: Hole } run { all disj p, q: Pigeon | p.hole != q.hole } for exactly 7 Pigeon, exactly 6 "
      "Hole");
  Options options;
  options.refute = true;
  options.threads = Threads::one;
  options.symmetry = 0;  // otherwise the question is too easy
  bool unchecked = false;
  for (int questions = 0;; ++questions) {
    const Result result = Search(model(), problemOf(model(), 0), options).next(support::Budget().endingAt(questions));
    if (result.refutation) {
      EXPECT_EQ(result.verdict, Verdict::unsatisfiable);
      EXPECT_TRUE(result.message.empty());
      EXPECT_GT(result.refutation->lemmas, 10u);
      break;
    }
    if (result.verdict != Verdict::unsatisfiable) continue;
    unchecked = true;
    EXPECT_EQ(result.message, "not checked: no question left");
  }
  EXPECT_TRUE(unchecked);
}

TEST_F(Sessions, EachQuestionHasItsRefutation) {
  load(lists);
  Session session(model(), ground(), {.refute = true});
  for (int round = 0; round < 2; ++round) {
    for (model::CommandId c = 0; c < model().commands().size(); ++c) {
      const Result result = session.ask({{goal(c)}});
      EXPECT_EQ(result.refutation.has_value(), result.verdict == Verdict::unsatisfiable) << c;
      EXPECT_TRUE(result.message.empty()) << result.message;
    }
  }
}

}  // namespace
}  // namespace aunit::solver
