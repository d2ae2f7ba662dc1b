#include "reporters/run/xml_text.h"

#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "support/visible.h"

namespace aunit::reporters {

namespace {

class Writer final : public pugi::xml_writer {
 public:
  void write(const void* data, std::size_t size) override { text.append(static_cast<const char*>(data), size); }

  std::string text;
};

}  // namespace

std::string xmlText(const pugi::xml_document& document, unsigned flags) {
  Writer writer;
  document.save(writer, "  ", flags, pugi::encoding_utf8);
  return std::move(writer.text);
}

void setAttribute(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(support::oneLine(value).c_str());
}

std::string secondsText(double seconds) {
  return fmt::format("{:.6f}", seconds);
}

}  // namespace aunit::reporters
