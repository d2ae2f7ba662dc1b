// The instance view: answers what its page asks. Knows nothing of how questions come here.
//
// A question is a JSON object with a "type"; so is the answer, and one with "error", a sentence, says why there is no other.
// docs/view.md lists them all. Instances are addressed by "source" (a command, a valuation, a file) and "index" among those of it
// that were found, so that several pages can look at different ones.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parser/front_end.h"
#include "reporters/graph_theme.h"
#include "server/messages.h"
#include "server/view/instance_source.h"
#include "solver/options.h"

namespace aunit::server::view {

struct ViewOptions {
  std::string name;                                       // of the model's file, for people
  std::string themeFile;                                  // where its theme is kept
  std::string instanceFile;                               // a saved instance that is to be seen beside its commands; empty: none
  std::function<std::unique_ptr<parser::Loaded>()> load;  // reads the model, also again
  solver::Options solver;
};

/// Not for several threads at once.
class Viewer {
 public:
  explicit Viewer(ViewOptions options);
  ~Viewer();

  /// Of what can be seen.
  struct Source {
    enum class Kind { run, check, valuation, file } kind;
    std::string label;
    std::string text;                           // the command as it is understood
    std::uint32_t id;                           // of the command, of the valuation
    std::unique_ptr<InstanceSource> instances;  // once it was asked for
    std::string trouble;                        // why it has none
  };

  /// Reads the model, and its theme. False when it is in error: `loaded` says why, and what was there before stays.
  bool load();
  /// What was read last, good or not.
  const parser::Loaded& loaded() const { return *latest_; }
  /// Why the theme's file cannot be used; empty: it can, or there is none.
  const std::string& themeTrouble() const { return themeTrouble_; }
  const std::vector<Source>& sources() const { return sources_; }

  /// What the page sees first.
  void startWith(std::size_t source) { start_ = source; }
  std::size_t start() const { return start_; }

  /// Never throws for what a page can send. `stop` ends it early.
  Json answer(const Json& question, const std::atomic<bool>& stop);

  // What other protocols ask for.
  Outcome first(std::size_t source, const std::atomic<bool>& stop);
  InstanceSource& instancesOf(std::size_t source) { return *sources_.at(source).instances; }
  /// The value of an expression, or why it has none.
  Json evaluate(const model::Instance& instance, std::size_t state, const std::string& expression, const std::atomic<bool>& stop);
  /// See reporters/instance_text.h.
  std::string text(const std::string& form, std::size_t source, std::size_t index) const;

 private:
  Json dispatch(const Json& question, const std::atomic<bool>& stop);
  Json about() const;
  Json show(const Json& question, std::size_t source, const Outcome& outcome);
  Json setTheme(const Json& question);
  Json saveTheme();
  Json reload();
  void listSources();
  InstanceSource& found(const Json& question, std::size_t& source, std::size_t& index);
  std::unique_ptr<InstanceSource> make(Source& source);

  const ViewOptions options_;
  std::shared_ptr<parser::Loaded> latest_, good_;
  std::vector<Source> sources_;
  std::size_t start_ = 0;
  int version_ = 0;  // of the model: how often it was read
  reporters::GraphTheme theme_;
  std::string themeTrouble_;
};

}  // namespace aunit::server::view
