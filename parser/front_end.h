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
  bool alloy5 = false;                 // read every file as Alloy 5; if false, each text's content decides (docs/dialects.md)
  bool strictOpen = false;             // a module must be exactly where its `open` says
  bool uses = false;                   // fill Loaded::uses; in a large model, it takes as much memory as the signatures
  std::vector<std::string> allowed{};  // names of warnings (model::Diagnostic::code) to suppress
  /// The file of `--model FILE`; empty if there is none. The root file opens FILE as if it contained an `open` of FILE, unless
  /// the root file is FILE. `.aunit` files see the private names of FILE.
  std::string modelPath{};
  /// Reads a file for `open`; returns nothing if there is no such file. By default reads from disk.
  std::function<std::optional<std::string>(const std::string& path)> readFile{};
  /// Limits for one load. If one of them ends the load, the only diagnostic is an error about it.
  support::Limits limits{};

  /// Returns these options with the given limits.
  LoadOptions within(const support::Limits& given) const {
    LoadOptions copy = *this;
    copy.limits = given;
    return copy;
  }
};

/// One root file with all files that it opens. `model` is null if the model has errors, which are in `diagnostics`. Errors in
/// valuations and tests do not affect the model: they are in `diagnostics` and in the valuation or test concerned.
struct Loaded {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  support::OwningPtr<model::Model> model;
  /// If an Alloy model has errors: the part that was resolved, for editors only. It contains signatures, fields, and functions
  /// with their parameters; an expression with errors is noId. Null if too little could be resolved.
  support::OwningPtr<model::Model> draft;
  model::Tests tests;
  std::vector<std::string> dialects;  // by FileId: "Alloy 6" or "Alloy 5"; empty if the file is not Alloy
  std::vector<std::string> allowed;   // LoadOptions::allowed
  std::vector<NameUse> uses;  // filled if LoadOptions::uses is set; unordered; after errors, it has only uses of resolved names
  std::shared_ptr<const program::LoadedProgram> program;  // for .prog files
  std::shared_ptr<void> session;                          // names and scopes, which `resolveExpression` needs
  bool ok() const { return model && !diagnostics.hasErrors(); }
};

enum class Language : std::uint8_t { alloy, nitpick, program };
/// Returns the language of a file by its name: .np is Nitpick, .prog a parallel program, all others Alloy.
Language languageOf(std::string_view path);

/// Loads a file in the language that its name determines: .als, .md and .aunit are Alloy, .np is Nitpick, .prog a parallel
/// program.
std::unique_ptr<Loaded> load(const std::string& path, const LoadOptions& options = {});
/// Loads a text that need not be on disk; `path` is only its name.
std::unique_ptr<Loaded> loadText(const std::string& path, std::string text, const LoadOptions& options = {});
/// Like the functions above, but with a valuation as a fact of each command (`--val`). `given`: the name of a `val` in the root
/// file, or the path of a data or instance file; empty if there is none. A file of tests without commands gets the commands of
/// its model.
std::unique_ptr<Loaded> load(const std::string& path, const LoadOptions& options, const std::string& given);
std::unique_ptr<Loaded> loadText(const std::string& path, std::string text, const LoadOptions& options, const std::string& given);

/// Sets a function that is called at the end of each load in this process, in the loading thread; null for none. Call it before
/// the first load. A program uses it to print the notes among the diagnostics. A note says what `load` assumed.
void listenToLoads(std::function<void(const Loaded&)> listener);

/// Returns a copy without `draft` and `session`, for code that changes the model while others share it.
std::unique_ptr<Loaded> copyOf(const Loaded& loaded);

/// Returns the warnings about a command that is solved in `scope`: numbers that do not fit the bit width of the scope, and uses
/// of other states by a command without traces.
model::Diagnostics warningsOn(const Loaded& loaded, model::CommandId command, const model::Scope& scope);

/// Resolves an expression in the root module, like the Analyzer's evaluator. It can name the atoms and skolems of the instance
/// `atoms` (language reference 16.8). Appends the expression to `loaded.model`. Adds errors to `diagnostics`.
std::optional<model::ExprId> resolveExpression(Loaded& loaded, std::string text, const model::Instance* atoms,
                                               model::Diagnostics& diagnostics);

}  // namespace aunit::parser
