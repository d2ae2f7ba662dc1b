// Watch: a run that goes on, in which the tests that depend on a file are judged again whenever it changes.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/runner.h"
#include "runner/selection/picks.h"

namespace aunit::runner {

/// An event from outside: files changed, a key was pressed, or there will be no more events.
struct WatchEvent {
  std::set<std::string> changed;  // canonical paths of files and folders; the empty path: more than is known
  std::optional<char> key;        // pressed
  bool ended = false;             // no more events come
};

/// The source of the events.
class WatchEvents {
 public:
  virtual ~WatchEvents() = default;
  /// Waits for the next event.
  virtual WatchEvent next() = 0;
  /// From now on changes in these folders (canonical paths) are events. Returns what goes wrong, else the empty text.
  virtual std::string watch(const std::set<std::string>& folders) = 0;
  /// From now on an event also sets this flag, which stops the judging of tests; null: nothing is judged any more.
  virtual void interruptOnEvent(std::atomic<bool>* stop) = 0;
};

/// The state of the watch, shown beside the results of one run.
struct WatchStatus {
  std::size_t files = 0;              // with tests, or that do not load
  std::size_t failing = 0;            // tests of files that this run was not about
  std::vector<std::string> filters;   // "tests that failed", "files like \"tree\""
  std::vector<std::string> messages;  // problems other than failing tests
};

/// The display of the watch.
class WatchView {
 public:
  virtual ~WatchView() = default;
  /// A run begins; it reports to the listener that is returned.
  virtual Listener& begins() = 0;
  virtual void ends(const RunResult& run, const WatchStatus& status) = 0;
  /// There is nothing to run.
  virtual void idle(const WatchStatus& status) = 0;
  /// A pattern is being typed.
  virtual void typing(const std::string& prompt, const std::string& text) = 0;
};

/// Judges everything once, then after each change the files affected: those that were written or are new, those that open such a
/// file (or use an instance that it holds), and those that do not load. Keys: a all tests, f only those that failed (and all
/// again), p files by a part of their path, t tests by a pattern as for -k, Enter again, q the end.
class Watch {
 public:
  /// `arguments` are files, folders and picks, as for a run. `RunOptions::limits.stop` is ignored.
  Watch(std::vector<std::string> arguments, RunOptions options, Selection selection, WatchEvents& events, WatchView& view);

  /// Returns at `q`, or when the events end.
  void run();

 private:
  struct Known {
    std::set<std::string> sources;  // canonical
    std::set<std::string> failing;  // ids
    bool isOfUse = false;           // has tests, or does not load
    bool loads = true;
  };

  std::vector<std::string> discoverFiles();
  void watchFolders();
  std::vector<std::string> affectedBy(const std::set<std::string>& changed);
  void judge(const std::vector<std::string>& files);
  void note(const Run& run, const RunResult& result, const std::vector<std::size_t>& chosen,
            const std::vector<std::string>& files);
  Selection selectionFor(const Run& run) const;
  WatchStatus status(const std::vector<std::string>& files) const;
  bool press(char key);
  bool type(char key);
  void showTyped();
  void judgeAll() { judge(discoverFiles()); }

  Picks picks_;
  RunOptions options_;
  Selection selection_;
  WatchEvents& events_;
  WatchView& view_;

  std::map<std::string, Known> known_;  // by the path as it is found
  std::set<std::string> unfinished_;    // files whose run was interrupted
  std::vector<std::string> messages_;

  bool onlyFailed_ = false;
  std::string fileFilter_, nameFilter_;
  std::optional<char> prompt_;  // p or t, while it is typed
  std::string typed_;
};

}  // namespace aunit::runner
