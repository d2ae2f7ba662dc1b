// How far long work is, as an editor shows it ($/progress of the protocol).
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

#include "server/messages.h"

namespace aunit::server {

/// Told by the thread that works, begun by the one that hears that the editor knows the token; ends with its owner.
class Progress {
 public:
  using Send = std::function<void(const Json&)>;

  Progress(Send send, Json token, std::string title)
      : send_(std::move(send)), token_(std::move(token)), title_(std::move(title)) {}
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The editor knows the token: from now on it is told.
  void begin();
  /// So many are done, and what is next.
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
