// Models and valuations for tests of coverage.
#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "coverage/criteria.h"
#include "coverage/data.h"
#include "coverage/extract.h"
#include "coverage/record.h"
#include "parser/front_end.h"

namespace aunit::coverage::testing {

/// The model of the paper's figure 1.
inline constexpr const char* listModel =
    "module list\n"
    "sig Node { link: set Node }\n"
    "fact PartialFunction { all n: Node | lone n.link }\n"
    "pred NoDirectedCycles() { all n: Node | n !in n.^link }\n"
    "run NoDirectedCycles // the scope is implicitly set to 3\n";

/// A loaded text with its requirements. Fails the test, with the diagnostics, if the text does not resolve.
struct Loaded {
  explicit Loaded(const std::string& text, ExtractOptions options = {}, const std::string& path = "list.als",
                  std::map<std::string, std::string> files = {});

  const model::Model& model() const { return *loaded->model; }
  const Requirements& requirements() const { return extracted.requirements; }

  std::size_t count(Sets sets) const { return requirementsOf(requirements(), sets).count(); }
  std::size_t count(Criterion criterion) const { return requirementsOf(requirements(), criterion).count(); }
  /// The subject with this text; fails the test if there is none.
  const Subject& subject(const std::string& text) const;
  bool has(const std::string& text) const;
  /// Texts of all subjects in these sets, in order.
  std::vector<std::string> texts(Sets sets) const;

  /// An instance by relation: `{"Node", "N0 N1"}`, `{"link", "N1->N0"}`; relations that are not named are empty. A trace has one
  /// map for each state.
  using Valuation = std::map<std::string, std::string>;
  model::Instance trace(std::vector<Valuation> states, std::uint32_t loop = 0) const;
  model::Instance instance(Valuation valuation) const { return trace({std::move(valuation)}); }

  /// Records one test: facts and the formula of the command with this label, or the empty command for an empty label.
  TestRecord record(const model::Instance& instance, const std::string& command = "", bool values = false) const;
  bool met(const TestRecord& test, const std::string& text, std::uint32_t number) const {
    return test.met.test(subject(text).first + number);
  }
  /// Numbers of the requirements of one subject that are met: "02".
  std::string numbers(const Bits& met, const std::string& text) const;

  ExtractOptions options;
  std::unique_ptr<parser::Loaded> loaded;
  ModelRequirements extracted;
};

/// The valuations of figures 2 and 3.
inline const Loaded::Valuation alpha = {};
inline const Loaded::Valuation beta = {{"Node", "N0 N1"}, {"link", "N1->N0"}};
inline const Loaded::Valuation gamma = {{"Node", "N0 N1 N2"}, {"link", "N0->N2 N1->N2"}};
inline const Loaded::Valuation mu = {{"Node", "N0"}, {"link", "N0->N0"}};
inline const Loaded::Valuation nu = {{"Node", "N0 N1"}, {"link", "N0->N1 N1->N0"}};
inline const Loaded::Valuation eta = {{"Node", "N0 N1 N2"}, {"link", "N0->N1 N1->N0 N2->N0"}};

}  // namespace aunit::coverage::testing
