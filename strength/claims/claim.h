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

/// An instance as a change of a named valuation: "clinic" with the change "assigned + Bob->Auditor".
struct ValuationChange {
  std::string valuation, text;
};

struct Claim {
  enum class Topic : std::uint8_t {
    facts,     // whether the facts hold in the instance
    solution,  // whether the facts hold, and with them the predicate or the negated assertion
    value,     // the value of a predicate or function, independent of the facts
  };

  model::Instance instance;
  Topic about = Topic::facts;
  model::FuncId function = model::noId;     // for `value` and `solution`; noId if the claim is about an assertion
  std::uint32_t assertion = model::noId;    // for `solution`; noId if the claim is about a predicate
  std::vector<model::TupleSet> arguments;   // arguments of the predicate or function
  evaluator::Value value = true;            // the model's answer; for `facts` and `solution`: true or false
  model::Semantics semantics{};             // semantics for which `value` is the model's answer
  std::optional<ValuationChange> change{};  // set if the test states the instance as a change of another valuation
  bool isNamed = false;                     // the atoms of `instance` already have the names that the test uses
  bool denied = false;                      // a person says that the model is wrong, so the test states the opposite
};

/// The instance with the atom names of its test: readable names, unless the claim is `isNamed`.
model::Instance named(const model::Model& model, const Claim& claim);
/// "p[N0, N1 + N2]", with the atom names of `universe`.
std::string callText(const model::Model& model, const Claim& claim, const model::Universe& universe);
/// The formula that a test of the claim states in addition to the facts: "p[N0]", "not p", "f[N0] = N1", the name of an
/// assertion; empty if there is none.
std::string formulaText(const model::Model& model, const Claim& claim, const model::Universe& universe);

struct TestNames {
  std::string valuation;  // name of the `val`
  std::string title;      // the name of the test; double quotes become single ones
  std::string tags;       // after the title: " @proposed"
};

/// A `val` and a `test`, each on its own lines, with readable atom names. For `said` see suite::valuationText.
std::string testText(const model::Model& model, const Claim& claim, const TestNames& names,
                     std::span<const model::SigId> said = {});

}  // namespace aunit::strength
