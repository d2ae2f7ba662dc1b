// Answers that are kept: by hand, and after random changes against answers that are found afresh.

#include "solver/kept/kept_answer.h"

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <regex>
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

/// A model with its first command asked.
class Asked {
 public:
  explicit Asked(const std::string& text) : loaded_(parser::loadText("m.als", text)) {
    if (!loaded_->ok() || model().commands().empty()) return;
    problem_ = problemOf(model(), 0);
    slice_ = sliceOf(model(), problem_, {});
    asked_ = true;
  }

  explicit operator bool() const { return asked_; }
  const model::Model& model() const { return *loaded_->model; }
  const model::SourceMap& sources() const { return loaded_->sources; }
  const Problem& problem() const { return problem_; }
  const Slice& slice() const { return slice_; }

  Result solved(bool core = false) const {
    Options options;
    options.core = core;
    return Search(model(), problem_, options).next();
  }
  /// What is kept of it.
  std::string kept() const {
    KeptAnswer answer;
    answer.result = solved();
    if (answer.result.instance) answer.instances.push_back(*answer.result.instance);
    if (answer.result.verdict == Verdict::unsatisfiable) answer.contradicting = contradictingParts(slice_, solved(true).core);
    return textOf(answer, model(), slice_).value_or("");
  }

 private:
  std::unique_ptr<parser::Loaded> loaded_;
  Problem problem_;
  Slice slice_;
  bool asked_ = false;
};

const std::string declared =
    "sig Node { link: set Node }\nfact Acyclic { no n: Node | n in n.^link }\npred leaf[n: Node] { no n.link }\n";

std::string keyOf(const std::string& text) {
  return Asked(text).slice().key;
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

TEST(Kept, AnswersAreReadAsTheyWere) {
  const Asked run(declared + "run { some n: Node | leaf[n] } for 3\n");
  const std::string text = run.kept();
  const auto head = readHead(text);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->key, run.slice().key);
  EXPECT_EQ(head->parts.size(), run.slice().parts.size());
  const auto answer = readAnswer(text, run.model(), run.slice());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->result.verdict, Verdict::satisfiable);
  ASSERT_EQ(answer->instances.size(), 1u);
  std::optional<evaluator::WrappedSize> wrapped;
  EXPECT_TRUE(answers(run.model(), run.problem(), run.slice(), {}, answer->instances.front(), {}, wrapped));
  const Asked other(declared + "run { some n: Node | leaf[n] } for 2\n");
  EXPECT_FALSE(readAnswer(text, other.model(), other.slice()));
}

TEST(Kept, DamageIsNoAnswer) {
  const Asked run(declared + "run { some n: Node | leaf[n] } for 3\n");
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
  const Asked before(declared + contradiction + "run { some link } for 3\n");
  const auto head = readHead(before.kept());
  ASSERT_TRUE(head);
  EXPECT_EQ(head->contradicting.size(), 2u);
  EXPECT_TRUE(isStillRefuted(*head, Asked(declared + contradiction + "run { no link } for 3\n").slice()));
  EXPECT_TRUE(isStillRefuted(
      *head, Asked(contradiction + "fact { lone link }\nsig Node { link: set Node }\nrun { no link } for 3\n").slice()));
  EXPECT_FALSE(isStillRefuted(*head, Asked(declared + contradiction + "run { no link } for 4\n").slice()));
  EXPECT_FALSE(isStillRefuted(*head, Asked(declared + "fact Both { some Node }\nrun { no link } for 3\n").slice()));
  EXPECT_EQ(differences(before.slice().parts, Asked(declared + "run { some link } for 3\n").slice().parts),
            std::vector<std::string>{"fact Both is gone"});
}

/// The text with one word in place of another, both by chance.
std::string changed(const std::string& text, std::mt19937& random) {
  static const std::regex word(R"([A-Za-z_']+|\d+|[-+&~^*.#=!<>|]+|\S)");
  const std::vector<std::string> others = {"some", "no", "lone", "one", "all", "set", "in", "=", "+",
                                           "&",    "-",  "or",   "and", "^",   "1",   "2",  "3"};
  std::vector<std::smatch> words;
  for (auto i = std::sregex_iterator(text.begin(), text.end(), word); i != std::sregex_iterator(); ++i) words.push_back(*i);
  const std::smatch& from = words[random() % words.size()];
  const std::string to = random() % 2 == 0 ? words[random() % words.size()].str() : others[random() % others.size()];
  std::string result = text;
  return result.replace(static_cast<std::size_t>(from.position()), static_cast<std::size_t>(from.length()), to);
}

struct CountedAnswers {
  int changes = 0, sameKey = 0, instances = 0, refuted = 0, otherVerdicts = 0;
};

CountedAnswers hold(Kind kind, unsigned seeds, int changesOfEach) {
  CountedAnswers counted;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    std::mt19937 random(seed);
    const std::string text = testing_::generateModel(seed, kind);
    const Asked before(text);
    if (!before) continue;
    const Verdict verdict = before.solved().verdict;
    const std::string kept = before.kept();
    const auto head = readHead(kept);
    for (int i = 0; i < changesOfEach; ++i) {
      std::string other = text;
      for (int change = 0; change <= i % 3; ++change) other = changed(other, random);
      const Asked after(other);
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
      std::optional<evaluator::WrappedSize> wrapped;
      for (const model::Instance& instance : readInstances(kept, after.model()))
        if (answers(after.model(), after.problem(), after.slice(), {}, instance, {}, wrapped)) {
          ++counted.instances;
          EXPECT_EQ(fresh.verdict, Verdict::satisfiable) << fresh.message << "\n" << text << "\nseed " << seed;
        }
      if (isStillRefuted(*head, after.slice())) {
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
TEST(KeptOracle, OrdersAfterRandomChanges) {
  expectEach(hold(Kind::orders, 100, 12));
}

}  // namespace
}  // namespace aunit::solver
