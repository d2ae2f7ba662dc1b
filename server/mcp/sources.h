// The files of a call: either files in a private folder, which were sent with the call, or files below the roots. Roots are the
// folders that may be read.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/messages.h"
#include "support/files.h"

namespace aunit::server::mcp {

/// Thrown with the reason why a call cannot be answered.
struct CallError {
  std::string message;
};

struct Sources {
  std::string folder;               // working folder of the command
  std::vector<std::string> places;  // folders that the command may read; `folder` is the first
  std::vector<std::string> names;   // names of the sent files, in order
  std::string handle;               // name by which later calls refer to the sent files; empty for files below roots
  std::shared_ptr<support::TemporaryFolder> kept;

  bool areSent() const { return kept != nullptr; }
  /// The text of a file, by the name that the command uses. Returns nothing if the file cannot be read or is outside
  /// `places`.
  std::optional<std::string> read(const std::string& name) const;
};

/// The sent files of a session, and the search for files below its roots.
class SourceStore {
 public:
  static constexpr std::size_t mostFiles = 1000;

  /// Stores the sent files. The last few sets of files stay, so that later calls need not send them again. Throws CallError.
  Sources sent(const Json& files);
  /// The files of an earlier call. Throws CallError if they are no longer stored.
  Sources sentBefore(const std::string& handle);
  /// The files below the root that contains the first path; makes all paths relative to this root. Throws CallError if a path
  /// does not exist or is outside the roots.
  static Sources beneath(const std::vector<std::string>& roots, std::vector<std::string>& paths);

 private:
  std::mutex mutex_;
  std::deque<Sources> kept_;
  std::size_t sent_ = 0;
};

/// The path of a root that a client names; nothing if it is not a local folder.
std::optional<std::string> rootOf(const Json& root);

}  // namespace aunit::server::mcp
