// Viewer: answers the questions of the instance view's page, however they are carried.
//
// A question is a JSON object with a "type". The answer is a JSON object; one with "error", a sentence, says why there is no
// other. docs/view-protocol.md lists them all. An instance is addressed by its "source" (a command, a valuation, a file) and its
// "index" among those found, so that several pages can look at different ones.
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
  std::string name;                                       // of the model's file, for people
  std::string themeFile;                                  // where its theme is kept
  std::string instanceFile;                               // a saved instance to show beside the model's commands; empty: none
  std::string logFile;                                    // a log to walk along; empty: none
  std::string opening;                                    // of a test file beside the model: "open list\n"; empty: none can
  std::function<std::unique_ptr<parser::Loaded>()> load;  // reads the model; called again to reload it
  solver::Options solver;
};

/// Not for use by several threads at once.
class Viewer {
 public:
  explicit Viewer(ViewOptions options);
  ~Viewer();

  /// A source of instances that can be shown.
  struct Source {
    enum class Kind { run, check, valuation, file, log } kind;
    std::string label;
    std::string text;                           // of the command, as it is understood
    std::uint32_t id;                           // of the command or valuation
    std::unique_ptr<InstanceSource> instances;  // null until it was asked for
    /// For a command, by what is preferred: "first", "minimal Lamp", ... (docs/view-protocol.md), as far as that was asked for.
    std::map<std::string, std::unique_ptr<InstanceSource>> preferred = {};
    std::optional<suite::NearestValuation> nearest = {};  // what that of "nearest" breaks
    std::optional<solver::AllScopes> allScopes = {};      // of a command without instance, as far as that was asked for
    std::string trouble;                                  // why it has no instances
  };

  /// Reads the model and its theme. Returns false when the model is in error: loaded() says why, and the model read before stays.
  bool load();
  /// The model that was read last, good or not.
  const parser::Loaded& loaded() const { return *latest_; }
  /// Why the theme's file cannot be used; empty when it can, or there is none.
  const std::string& themeTrouble() const { return themeTrouble_; }
  const std::vector<Source>& sources() const { return sources_; }

  /// Chooses the source that the page shows first.
  void startWith(std::size_t source) { start_ = source; }
  std::size_t start() const { return start_; }

  /// Never throws, whatever the page sends. `stop` ends the work early.
  Json answer(const Json& question, const std::atomic<bool>& stop);

  // For other protocols (sterling.h).
  Outcome first(std::size_t source, const std::atomic<bool>& stop);
  InstanceSource& instancesOf(std::size_t source) { return *sources_.at(source).instances; }
  /// The answer with the value of an expression, or with the reason why there is none.
  Json evaluate(std::size_t source, const model::Instance& instance, std::size_t state, const std::string& expression,
                const std::atomic<bool>& stop);
  /// An instance in a form of reporters/terminal/instance_text.h.
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
  void listSources();
  InstanceSource& found(const Json& question, std::size_t& source, std::size_t& index);
  std::unique_ptr<InstanceSource> make(Source& source);
  std::unique_ptr<InstanceSource> walk(Source& source);

  const ViewOptions options_;
  std::shared_ptr<parser::Loaded> latest_, good_;
  std::vector<Source> sources_;
  std::size_t start_ = 0;
  int version_ = 0;  // how often the model was read
  reporters::GraphTheme theme_;
  std::string themeTrouble_;
};

}  // namespace aunit::server::view
