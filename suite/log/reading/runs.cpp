#include "suite/log/reading/runs.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "model/instances/paths_like.h"
#include "suite/log/reading/json_value.h"
#include "suite/log/reading/lines.h"
#include "support/files.h"
#include "support/system/system_files.h"
#include "support/visible.h"

namespace aunit::suite::log {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> namesIn(const std::string& folder) {
  std::vector<std::string> names;
  std::string unheard;
  if (auto reader = support::FolderReader::open(folder, unheard))
    while (auto name = reader->next()) names.push_back(std::move(*name));
  return names;
}

}  // namespace

namespace {

Run runOf(const std::string& path) {
  Run run{.name = path, .files = {}};
  if (!support::isFolder(path)) {
    run.files.push_back(path);
    return run;
  }
  for (const std::string& name : namesIn(path))
    if (std::string file = (fs::path(path) / name).generic_string(); !name.starts_with(".") && support::isFile(file))
      run.files.push_back(std::move(file));
  std::ranges::sort(run.files);
  return run;
}

}  // namespace

Run runAt(const std::string& path) {
  Run run = runOf(path);
  const auto status = path == "-" ? std::nullopt : support::statusOf(path);
  run.isPipe = path == "-" || (status && status->isPipe());
  return run;
}

std::vector<Run> runsLike(const std::string& folder, const std::string& pattern) {
  std::vector<Run> runs;
  for (const std::string& path : model::pathsLike(folder, pattern)) runs.push_back(runOf(path));
  return runs;
}

namespace {

/// The text of a key in reports. A text that could be read as a value of another type is quoted.
std::string shownKey(const JsonValue& key, const support::Budget& budget) {
  JsonValue other;
  if (key.kind != JsonValue::Kind::text || readJson(key.text, other, budget).message.empty()) return key.shown();
  return support::oneLine(key.text);
}

}  // namespace

std::vector<Run> byKey(const model::Log& log, Run run, const support::Budget& budget) {
  if (!log.key || run.files.empty()) return {std::move(run)};
  std::vector<Run> runs;
  std::vector<std::shared_ptr<std::vector<Run::Line>>> lines;
  std::map<std::string, std::size_t> known;
  for (std::size_t f = 0; f < run.files.size(); ++f) {
    Lines reader(run.files[f], budget, run.isPipe ? Pipes::read : Pipes::refused);
    for (std::string text; reader.next(text);) {
      JsonValue value;
      const bool read = !reader.tooLong() && readJson(text, value, budget).message.empty();
      const JsonValue* key = read ? value.at(*log.key) : nullptr;
      const auto [found, isNew] = known.emplace(key ? key->written() : "", runs.size());
      if (isNew) {
        Run& one = runs.emplace_back();
        one.name = run.name + (key ? " " + log.key->text() + "=" + shownKey(*key, budget) : " without " + log.key->text());
        one.files = run.files;
        one.withoutKey = !key;
        one.lines = lines.emplace_back(std::make_shared<std::vector<Run::Line>>());
      }
      lines[found->second]->push_back({f, reader.number(), text, reader.tooLong()});
    }
  }
  if (runs.empty()) return {std::move(run)};
  std::ranges::stable_partition(runs, [](const Run& one) { return !one.withoutKey; });
  return runs;
}

}  // namespace aunit::suite::log
