// The interface of the parser, for all languages: from files to a resolved model and its tests.
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
  bool alloy5 = false;                 // read every file as Alloy 5; otherwise each text's content decides (docs/dialects.md)
  bool strictOpen = false;             // a module must be exactly where its `open` says
  std::vector<std::string> allowed{};  // names of warnings (model::Diagnostic::code) to suppress
  /// `--model FILE`: the root file opens it, unless it is the root, as if by an `open` (`.aunit` files see its private names).
  /// Empty: none.
  std::string modelPath{};
  /// Reads a file for `open`; returns nothing if there is none. Reads the disk by default.
  std::function<std::optional<std::string>(const std::string& path)> readFile{};
  /// For one load. If a limit ends the load, the only diagnostic is an error about it.
  support::Limits limits{};

  /// Returns these options with the given limits.
  LoadOptions within(const support::Limits& given) const {
    LoadOptions copy = *this;
    copy.limits = given;
    return copy;
  }
};

/// One root file with everything that it opens. `model` is null if it has errors, which are in `diagnostics`. Errors in
/// valuations and tests do not affect the model: they are in `diagnostics`, and in the valuation or test concerned.
struct Loaded {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  support::Owned<model::Model> model;
  /// The resolved part of an Alloy model with errors: signatures, fields, functions with their parameters; expressions with
  /// errors are noId. For editors only. Null if hardly anything is known.
  support::Owned<model::Model> draft;
  model::Tests tests;
  std::vector<std::string> dialects;  // version of Alloy, by FileId: "Alloy 6", "Alloy 5"; empty: not Alloy
  std::vector<std::string> allowed;   // LoadOptions::allowed
  std::vector<NameUse> uses;          // unordered; if there are errors, only uses of names that could be resolved
  std::shared_ptr<const program::LoadedProgram> program;  // of .prog files
  std::shared_ptr<void> session;                          // state that `resolveExpression` needs: names and scopes
  bool ok() const { return model && !diagnostics.hasErrors(); }
};

enum class Language : std::uint8_t { alloy, nitpick, program };
/// The language of a file by its name: .np is Nitpick, .prog a parallel program, everything else Alloy.
Language languageOf(std::string_view path);

/// Loads a file in the language of its name: .als, .md and .aunit are Alloy, .np is Nitpick, .prog a parallel program.
std::unique_ptr<Loaded> load(const std::string& path, const LoadOptions& options = {});
/// Loads a text that is not on disk; `path` only names it.
std::unique_ptr<Loaded> loadText(const std::string& path, std::string text, const LoadOptions& options = {});
/// The same, with a valuation as a fact of each command (`--val`). `given`: the name of a `val` of the root file, or the path of
/// a data or instance file; empty: none. A file of tests without commands gets the commands of its model.
std::unique_ptr<Loaded> load(const std::string& path, const LoadOptions& options, const std::string& given);
std::unique_ptr<Loaded> loadText(const std::string& path, std::string text, const LoadOptions& options, const std::string& given);

/// Calls `listener` at the end of each load in this process, in the loading thread; null: no listener. Call before any load. It
/// lets a program print what `load` assumed (the notes among the diagnostics), whatever it loads.
void listenToLoads(std::function<void(const Loaded&)> listener);

/// A copy without `draft` and `session`, for code that changes the model while others share it or need it unchanged.
std::unique_ptr<Loaded> copyOf(const Loaded& loaded);

/// The warnings about a command when it is solved in this scope: numbers that do not fit its bit width, use of states that it
/// does not have.
model::Diagnostics warningsOn(const Loaded& loaded, model::CommandId command, const model::Scope& scope);

/// Resolves an expression like the Analyzer's evaluator (mode 1, in the root module; the atoms and skolems of `atoms` are global
/// names; language reference 16.8). Appends to `loaded.model`. Errors go to `diagnostics`.
std::optional<model::ExprId> resolveExpression(Loaded& loaded, std::string text, const model::Instance* atoms,
                                               model::Diagnostics& diagnostics);

}  // namespace aunit::parser
