// Progress of long work, as an editor shows it ($/progress of the protocol).
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

#include "server/messages.h"

namespace aunit::server {

/// The progress of one task. The task's thread calls report(); the server's loop calls begin(). The destructor tells the editor
/// that the task has ended.
class Progress {
 public:
  using Send = std::function<void(const Json&)>;

  Progress(Send send, Json token, std::string title)
      : send_(std::move(send)), token_(std::move(token)), title_(std::move(title)) {}
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Must be called after the editor has accepted the token. Reports before this call are dropped.
  void begin();
  /// Reports that `done` of `all` items are done, and the name of the next one.
  void report(const std::string& next, std::size_t done, std::size_t all);

 private:
  void tell(Json value);

  Send send_;
  Json token_;
  std::string title_;
  std::mutex mutex_;
  bool begun_ = false;
};

}  // namespace aunit::server
