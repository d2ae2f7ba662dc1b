// Viewer: answers the questions of the instance view's page, independent of the transport.
//
// A question is a JSON object with a "type". The answer is a JSON object; if the question cannot be answered, "error" is a
// sentence about it. docs/view-protocol.md lists all questions. An instance is addressed by its "source" (a command, a valuation,
// a file) and by its "index" among the instances found, so that several pages can show different instances.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "reporters/drawing/graph_theme.h"
#include "server/messages.h"
#include "server/view/instance_source.h"
#include "solver/allscopes/all_scopes.h"
#include "solver/options.h"
#include "suite/outcome.h"

namespace aunit::server::view {

struct ViewOptions {
  std::string name;          // the model's file, for display
  std::string themeFile;     // the theme file of the model
  std::string instanceFile;  // a file with an instance to show beside the commands' instances; empty: none
  std::string logFile;       // a log to show step by step; empty: none
  std::string opening;       // line "open list\n" for a test file in the model's folder; empty if `open` cannot name the model
  std::function<std::unique_ptr<parser::Loaded>()> load;  // reads the model; called again to reload it
  solver::Options solver;
};

/// Not thread-safe.
class Viewer {
 public:
  explicit Viewer(ViewOptions options);
  ~Viewer();

  /// A source of instances that can be shown.
  struct Source {
    enum class Kind { run, check, valuation, file, log } kind;
    std::string label;
    std::string text;                           // the command in canonical form
    std::uint32_t id;                           // id of the command or valuation
    std::unique_ptr<InstanceSource> instances;  // null until requested
    /// For a command: the sources for its preferences "first", "minimal Lamp", ... (docs/view-protocol.md), created on request.
    std::map<std::string, std::unique_ptr<InstanceSource>> preferred = {};
    std::optional<suite::NearestValuation> nearest = {};  // the constraints that the instance of preferred["nearest"] violates
    std::optional<solver::AllScopes> allScopes = {};      // the answer about all scopes, if requested
    std::string trouble;                                  // why the source has no instances; may be empty
  };

  /// Reads the model and its theme. Returns false if the model has errors; loaded() then has these errors, but the previous
  /// model stays in use.
  bool load();
  /// The model that was read last, with or without errors.
  const parser::Loaded& loaded() const { return *latest_; }
  /// Why the theme's file cannot be used; empty if the file can be used or does not exist.
  const std::string& themeTrouble() const { return themeTrouble_; }
  const std::vector<Source>& sources() const { return sources_; }

  /// Chooses the source that the page shows first.
  void startWith(std::size_t source) { start_ = source; }
  std::size_t start() const { return start_; }

  /// Answers a question. Never throws, for any question. `stop` ends the work early.
  Json answer(const Json& question, const std::atomic<bool>& stop);

  // For other protocols (sterling.h).
  Outcome first(std::size_t source, const std::atomic<bool>& stop);
  InstanceSource& instancesOf(std::size_t source) { return *sources_.at(source).instances; }
  /// The value of an expression, or the reason why it has none, as an answer.
  Json evaluate(std::size_t source, const model::Instance& instance, std::size_t state, const std::string& expression,
                const std::atomic<bool>& stop);
  /// An instance in a format of reporters/terminal/instance_text.h.
  std::string text(const std::string& form, std::size_t source, std::size_t index) const;

 private:
  Json dispatch(const Json& question, const std::atomic<bool>& stop);
  Json about() const;
  Outcome first(std::size_t source, const std::string& preferred, const std::atomic<bool>& stop);
  Outcome firstNearest(Source& source, const std::atomic<bool>& stop);
  Outcome firstBeyond(Source& source, const std::atomic<bool>& stop);
  solver::Preference preferenceOf(const std::string& preferred) const;
  Json show(const Json& question, std::size_t source, const Outcome& outcome, const std::atomic<bool>& stop);
  std::string text(const std::string& form, const Source& source, const InstanceSource& instances, std::size_t index,
                   const std::string& preferred) const;
  Json test(const Source& source, const InstanceSource& instances, std::size_t index, const std::string& preferred) const;
  Json why(const Json& question, std::size_t source, const model::Instance& instance, std::size_t state,
           const std::atomic<bool>& stop);
  Json relations(const Json& question, const model::Instance& instance, std::size_t state) const;
  Json warnings(std::size_t source, const std::optional<evaluator::Overflow>& wrapped) const;
  std::optional<model::CommandId> commandOf(std::size_t source) const;
  Json setTheme(const Json& question);
  Json saveTheme();
  Json reload();
  InstanceSource& found(const Json& question, std::size_t& source, std::size_t& index);

  const ViewOptions options_;
  std::shared_ptr<parser::Loaded> latest_, good_;
  std::vector<Source> sources_;
  std::size_t start_ = 0;
  int version_ = 0;  // number of times the model was read
  reporters::GraphTheme theme_;
  std::string themeTrouble_;
};

}  // namespace aunit::server::view
