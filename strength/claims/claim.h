// A claim: the statement of a possible test about an instance.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/value.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/semantics.h"

namespace aunit::strength {

/// A valuation of the tests, and what is changed in it: "clinic", "assigned + Bob->Auditor".
struct ValuationChange {
  std::string valuation, text;
};

struct Claim {
  enum class About : std::uint8_t {
    facts,     // whether the instance is a solution of the facts
    solution,  // whether it is one, and a predicate holds in it, or it is a counterexample to an assertion
    value,     // the value of a predicate or function, whatever the facts say
  };

  model::Instance instance;
  About about = About::facts;
  model::FuncId function = model::noId;     // solution (noId: of an assertion), value
  std::uint32_t assertion = model::noId;    // solution
  std::vector<model::TupleSet> arguments;   // of it
  evaluator::Value value = true;            // what the model says: of solutions whether it is one
  model::Semantics semantics{};             // in which it says so
  std::optional<ValuationChange> change{};  // how the instance is written, if it is a change of one that a test states
  bool isNamed = false;                     // its atoms have the names that they get in a test
  bool denied = false;                      // a person says that the model is wrong: the test states the opposite
};

/// The instance with the names that its atoms have in a test: readable ones, unless they have such names already.
model::Instance named(const model::Model& model, const Claim& claim);
/// "p[N0, N1 + N2]", atoms by the names of that universe.
std::string callText(const model::Model& model, const Claim& claim, const model::Universe& universe);
/// The formula that a test of the claim asks for beside the facts: "p[N0]", "not p", "f[N0] = N1", the name of an assertion;
/// empty: nothing.
std::string formulaText(const model::Model& model, const Claim& claim, const model::Universe& universe);

struct TestNames {
  std::string valuation;  // name of the `val`
  std::string title;      // of the test; double quotes in it become single ones
  std::string tags;       // behind it: " @proposed"
};

/// A `val` and a `test`, each on lines of its own, atoms named as people do. For `said` see suite::valuationText.
std::string testText(const model::Model& model, const Claim& claim, const TestNames& names,
                     std::span<const model::SigId> said = {});

}  // namespace aunit::strength
