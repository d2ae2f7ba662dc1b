// The interface of the parser: from files to a resolved model and its tests, whatever the language.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/source.h"
#include "model/test.h"
#include "parser/uses.h"
#include "support/budget.h"
#include "support/owned.h"

namespace aunit::parser {

namespace program {
struct LoadedProgram;  // parser/program/translation.h
}

struct LoadOptions {
  bool alloy5 = false;                 // every file is read as Alloy 5; otherwise the text of each decides (docs/dialects.md)
  bool strictOpen = false;             // a module lies where its `open` says, and nowhere else
  std::vector<std::string> allowed{};  // names of warnings (model::Diagnostic::code) that are left out
  /// `--model FILE`: opened by the root file, unless it is the root, as if by an `open` (with its private names visible to
  /// `.aunit` files); empty: none.
  std::string modelPath{};
  /// Reads a file for `open`; returns nothing when there is none. The default reads the disk.
  std::function<std::optional<std::string>(const std::string& path)> readFile{};
  /// For one load. If they end it, the only error says so.
  support::Limits limits{};

  /// These options for a load within limits.
  LoadOptions within(const support::Limits& given) const {
    LoadOptions copy = *this;
    copy.limits = given;
    return copy;
  }
};

/// One root file with everything that it opens. `model` is null when it did not resolve; `diagnostics` hold the reasons. Errors
/// in valuations and tests do not affect the model: they are among `diagnostics`, and in the valuation or test that they spoil.
struct Loaded {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  support::Owned<model::Model> model;
  /// The known parts of an Alloy model that did not resolve: signatures, fields, functions with their parameters; expressions
  /// with errors are noId. It is for editors, not for engines. Null when hardly anything is known.
  support::Owned<model::Model> draft;
  model::Tests tests;
  std::vector<std::string> dialects;                      // of Alloy, by FileId: "Alloy 6", "Alloy 5"; empty: none
  std::vector<std::string> allowed;                       // LoadOptions::allowed
  std::vector<NameUse> uses;                              // in no order; with errors, of the names that could be resolved
  std::shared_ptr<const program::LoadedProgram> program;  // of .prog files
  std::shared_ptr<void> session;                          // names and scopes for `resolveExpression`
  bool ok() const { return model && !diagnostics.hasErrors(); }
};

enum class Language : std::uint8_t { alloy, nitpick, program };
/// The language of a file, by its name: .np is Nitpick, .prog a parallel program, everything else Alloy.
Language languageOf(std::string_view path);

/// Loads a file in the language of its name: .als, .md and .aunit are Alloy, .np is Nitpick, .prog a parallel program.
std::unique_ptr<Loaded> load(const std::string& path, const LoadOptions& options = {});
/// Loads a text that is not on disk; `path` only names it.
std::unique_ptr<Loaded> loadText(const std::string& path, std::string text, const LoadOptions& options = {});
/// The same, with a valuation as a fact of each command (`--val`): `given` is the name of a `val` of the root file, or the path
/// of data or of an instance; empty: none. A file of tests without commands gets those of its model.
std::unique_ptr<Loaded> load(const std::string& path, const LoadOptions& options, const std::string& given);
std::unique_ptr<Loaded> loadText(const std::string& path, std::string text, const LoadOptions& options, const std::string& given);

/// Calls `listener` at the end of each load of this process, in the thread that loads; null: no listener. To be called before
/// any load: a program that tells people what `load` assumed (notes among the diagnostics) does so whatever it loads.
void listenToLoads(std::function<void(const Loaded&)> listener);

/// A copy without `draft` and `session`, for work that changes the model. A caller that shares the model, or needs it
/// unchanged afterwards, hands out a copy.
std::unique_ptr<Loaded> copyOf(const Loaded& loaded);

/// The warnings about a command as it is solved in this scope: numbers that do not fit its integers, states that it does not
/// have.
model::Diagnostics warningsOn(const Loaded& loaded, model::CommandId command, const model::Scope& scope);

/// Resolves an expression as the Analyzer's evaluator does (mode 1, against the root module; the atoms and skolems of `atoms` are
/// global names; language reference 16.8). Appends to `loaded.model`. Errors go to `diagnostics`.
std::optional<model::ExprId> resolveExpression(Loaded& loaded, std::string text, const model::Instance* atoms,
                                               model::Diagnostics& diagnostics);

}  // namespace aunit::parser
