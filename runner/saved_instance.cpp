#include "runner/saved_instance.h"

#include <fmt/format.h>

#include "model/files.h"
#include "model/instance_json.h"
#include "model/instance_xml.h"

namespace aunit::runner {

std::optional<model::Instance> readSavedInstance(const model::Model& model, const std::string& path, model::Span from,
                                                 model::SourceMap& sources, model::Diagnostics& diagnostics) {
  std::string error;
  auto text = model::readFile(path, error);
  if (!text) {
    diagnostics.error("instance", from, fmt::format("cannot read {}: {}", path, error));
    return std::nullopt;
  }
  const std::size_t start = text->find_first_not_of(" \t\r\n");
  const bool isJson = start != std::string::npos && (*text)[start] == '{';
  return isJson ? model::readInstanceJson(model, path, std::move(*text), sources, diagnostics)
                : model::readInstanceXml(model, path, std::move(*text), sources, diagnostics);
}

}  // namespace aunit::runner
