#include "suite/valuation/saved_instance.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <span>
#include <utility>

#include "model/instances/instance_itf.h"
#include "model/instances/instance_json.h"
#include "model/instances/instance_xml.h"
#include "model/instances/mapped_data.h"
#include "suite/valuation/valuation.h"
#include "support/failure.h"
#include "support/files.h"

namespace aunit::suite {

namespace {

/// Returns the default length of sequences, and the smallest bit width that is large enough for the integers in `data`. The bit
/// width is at least the default and at most `largestBitwidth`.
IntegerScope integersFor(const model::ValuationState& data) {
  IntegerScope integers;
  for (const model::Assignment& assignment : data.assignments)
    for (const model::NamedTuple& tuple : assignment.tuples)
      for (const model::AtomName& atom : tuple) {
        std::int64_t value = 0;
        const char* const end = atom.text.data() + atom.text.size();
        if (const auto read = std::from_chars(atom.text.data(), end, value); read.ec != std::errc() || read.ptr != end) continue;
        const auto fits = [&](int bits) {
          return value >= -(std::int64_t{1} << (bits - 1)) && value < std::int64_t{1} << (bits - 1);
        };
        while (integers.bitwidth < largestBitwidth && !fits(integers.bitwidth)) ++integers.bitwidth;
      }
  return integers;
}

std::optional<model::Instance> instanceOfData(const model::Model& model, std::optional<model::ValuationState> data,
                                              model::Diagnostics& diagnostics) {
  if (!data) return std::nullopt;
  const IntegerScope integers = integersFor(*data);
  model::Tests stated;
  stated.valuations.emplace_back().common = std::move(*data);
  return instantiate(model, stated, 0, integers, diagnostics);
}

}  // namespace

std::optional<std::vector<model::DataFile>> savedFiles(const std::string& path, std::string& error) {
  const std::vector<std::string> paths = model::pathsAt(path);
  if (paths.empty()) return support::failure(error, "this folder has no tables (*.csv)");
  std::vector<model::DataFile> files;
  for (const std::string& each : paths) {
    auto text = support::readFile(each, error);
    if (!text) return std::nullopt;
    files.push_back({each, std::move(*text)});
  }
  return files;
}

std::optional<model::Instance> readSavedInstance(const model::Model& model, std::vector<model::DataFile> files,
                                                 model::SourceMap& sources, model::Diagnostics& diagnostics) {
  auto& [path, text] = files.front();
  if (path.ends_with(".csv")) return instanceOfData(model, model::readData(model, files, sources, diagnostics), diagnostics);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string::npos) {
    const model::FileId empty = sources.add(path, text);
    return diagnostics.fail("instance", {empty, 0, 0},
                            "this file is empty: expected a JSON object with a member for each relation");
  }
  const bool isJson = text[start] == '{';
  if (!isJson) return model::readInstanceXml(model, path, std::move(text), sources, diagnostics);
  if (model::looksLikeItf(text)) return model::readInstanceItf(model, path, std::move(text), sources, diagnostics);
  if (model::looksLikeData(text)) return instanceOfData(model, model::readData(model, files, sources, diagnostics), diagnostics);
  return model::readInstanceJson(model, path, std::move(text), sources, diagnostics);
}

std::optional<model::Instance> readMappedInstance(const model::Model& model, const model::Log& mapping,
                                                  const std::vector<model::DataFile>& files, model::SourceMap& sources,
                                                  model::Diagnostics& diagnostics) {
  return instanceOfData(model, model::readMappedData(model, mapping, files, sources, diagnostics), diagnostics);
}

}  // namespace aunit::suite
