#include "reporters/xml_text.h"

#include <cstddef>
#include <utility>

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

}  // namespace aunit::reporters
