// Watch mode: after each change of a file, judges again the tests that depend on this file.
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

/// An external event: files changed, a key was pressed, or the events end.
struct WatchEvent {
  std::set<std::string> changed;  // canonical paths of files and folders; an empty path stands for unknown changes
  std::optional<char> key;        // the pressed key
  bool ended = false;             // no more events come
};

/// The source of external events.
class WatchEvents {
 public:
  virtual ~WatchEvents() = default;
  /// Waits for the next event.
  virtual WatchEvent next() = 0;
  /// Watches these folders (canonical paths) from now on. Returns the error, or an empty text.
  virtual std::string watch(const std::set<std::string>& folders) = 0;
  /// From now on, each event also sets the flag `stop`, so that judging stops. If `stop` is null, events set no flag.
  virtual void interruptOnEvent(std::atomic<bool>* stop) = 0;
};

/// The state of the watch, displayed with the results of a run.
struct WatchStatus {
  std::size_t files = 0;              // number of files that have tests or do not load
  std::size_t failing = 0;            // number of failing tests in files that are not part of this run
  std::vector<std::string> filters;   // "tests that failed", "files like \"tree\""
  std::vector<std::string> messages;  // problems other than failing tests
};

class WatchView {
 public:
  virtual ~WatchView() = default;
  /// Called when a run begins. Returns the listener to which the run reports.
  virtual Listener& begins() = 0;
  virtual void ends(const RunResult& run, const WatchStatus& status) = 0;
  /// Called when there is no test to judge after a change.
  virtual void idle(const WatchStatus& status) = 0;
  /// The user is typing a pattern.
  virtual void typing(const std::string& prompt, const std::string& text) = 0;
};

/// Judges all tests once. After a change, judges the affected files: new and changed files, files that open a changed file or
/// use an instance in it, and files that do not load. The key `a` selects all tests; `f` switches between failing tests and
/// all tests; `p` selects files by a part of their path, `t` tests by a pattern as for -k. Enter runs again; `q` ends the watch.
class Watch {
 public:
  /// `arguments` are files, folders and single tests (see Picks), as for a run. `RunOptions::limits.stop` is ignored.
  Watch(std::vector<std::string> arguments, RunOptions options, Selection selection, WatchEvents& events, WatchView& view);

  /// Returns at `q`, or when the events end.
  void run();

 private:
  struct WatchedFile {
    std::set<std::string> sources;  // canonical paths of the files on which the tests depend
    std::set<std::string> failing;  // IDs of failing tests
    bool isOfUse = false;           // the file has tests, or does not load
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

  std::map<std::string, WatchedFile> known_;  // the watched files, by the paths under which they were found
  std::set<std::string> unfinished_;          // files whose last run was interrupted
  std::vector<std::string> messages_;

  bool onlyFailed_ = false;
  std::string fileFilter_, nameFilter_;
  std::optional<char> prompt_;  // `p` or `t` while a pattern is typed
  std::string typed_;
};

}  // namespace aunit::runner
