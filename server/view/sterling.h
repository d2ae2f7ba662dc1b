// The protocol of Sterling's data providers (sterling-ts, version 1). A message is the text "ping" or a JSON text {type, version,
// payload}, whose type is meta, data, click or eval.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "server/view/viewer.h"

namespace aunit::server::view {

/// One client of the protocol. It gets one datum per instance, in Alloy's XML, named "SOURCE-INDEX".
class Sterling {
 public:
  explicit Sterling(Viewer& viewer) : viewer_(viewer) {}

  /// Whether the text is a ping, the only message that must be answered immediately.
  static bool isPing(const std::string& text) { return text == "ping"; }

  /// The answers to one message, each a text; empty if the text is not a message of the protocol. Never throws, for any message.
  std::vector<std::string> answer(const std::string& text, const std::atomic<bool>& stop);

 private:
  struct Datum {
    std::size_t source = 0, index = 0;
  };

  Json meta() const;
  std::vector<Json> data(const std::atomic<bool>& stop);
  std::vector<Json> click(const Json& payload, const std::atomic<bool>& stop);
  Json evaluation(const Json& payload, const std::atomic<bool>& stop);
  std::vector<Json> entering(std::size_t source, const Outcome& outcome);
  Json buttons(std::size_t source) const;
  std::optional<Datum> datumOf(const Json& payload, const char* key) const;
  std::string nameOf(std::size_t source) const;

  Viewer& viewer_;
  std::optional<Datum> shown_;
};

}  // namespace aunit::server::view
