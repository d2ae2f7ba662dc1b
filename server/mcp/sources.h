// Where a call's files are: sent along, in a private folder of their own; or beneath the roots, the folders that may be read.
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

/// What a call cannot be answered for, in words.
struct CallError {
  std::string message;
};

struct Sources {
  std::string folder;               // in which the command works
  std::vector<std::string> places;  // that it may read, the folder first
  std::vector<std::string> names;   // of the files that were sent along, in their order
  std::string handle;               // by which later calls name them; empty of files beneath roots
  std::shared_ptr<support::TemporaryFolder> kept;

  bool areSent() const { return kept != nullptr; }
  /// The text of a file that is named as the command names it. Nothing if it cannot be read, or is outside the places.
  std::optional<std::string> read(const std::string& name) const;
};

/// Folders that may be read, and the files that were sent, of a session.
class SourceStore {
 public:
  static constexpr std::size_t mostFiles = 1000;

  /// The files that were sent last are kept, so that later calls need not send them again. Throws CallError.
  Sources sent(const Json& files);
  /// Throws CallError where they are gone.
  Sources sentBefore(const std::string& handle);
  /// The root in which the first path is, and all paths as they are named there. Throws CallError for one that does not exist or
  /// leads outside the roots.
  static Sources beneath(const std::vector<std::string>& roots, std::vector<std::string>& paths);

 private:
  std::mutex mutex_;
  std::deque<Sources> kept_;
  std::size_t sent_ = 0;
};

/// A root as a client names it; nothing if it is none.
std::optional<std::string> rootOf(const Json& root);

}  // namespace aunit::server::mcp
