#include "suite/valuation/saved_instance.h"

#include <filesystem>

#include "model/instances/instance_itf.h"
#include "model/instances/instance_json.h"
#include "model/instances/instance_xml.h"

namespace aunit::suite {

std::string savedPath(const model::Valuation& valuation, const model::SourceMap& sources) {
  const std::filesystem::path folder = std::filesystem::path(sources.file(valuation.span.file).path()).parent_path();
  return (folder / valuation.file).lexically_normal().generic_string();
}

std::optional<model::Instance> readSavedInstance(const model::Model& model, const std::string& path, std::string text,
                                                 model::SourceMap& sources, model::Diagnostics& diagnostics) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  const bool isJson = start != std::string::npos && text[start] == '{';
  if (isJson && model::looksLikeItf(text)) return model::readInstanceItf(model, path, std::move(text), sources, diagnostics);
  return isJson ? model::readInstanceJson(model, path, std::move(text), sources, diagnostics)
                : model::readInstanceXml(model, path, std::move(text), sources, diagnostics);
}

}  // namespace aunit::suite
