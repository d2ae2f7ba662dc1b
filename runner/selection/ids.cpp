#include "runner/selection/ids.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/diagnostic.h"

namespace aunit::runner {

namespace {

/// Limit for the unknown IDs that get a message, because the search for the nearest name is slow.
constexpr std::size_t mostExplained = 5;

/// Adds one sentence that counts the unknown IDs beyond mostExplained.
void tellOthers(std::size_t unknown, std::vector<std::string>& errors) {
  if (unknown > mostExplained) errors.push_back(fmt::format("{} more IDs are unknown", unknown - mostExplained));
}

bool isOf(const std::string& id, const std::string& file) {
  return id.starts_with(file) && id.compare(file.size(), 2, "::") == 0;
}

}  // namespace

void Ids::narrow(Discovery& discovery, std::vector<std::string>& errors) const {
  const std::set<std::string> files(discovery.files.begin(), discovery.files.end());
  std::set<std::string> wanted;
  std::size_t unknown = 0;
  for (const std::string& id : ids_) {
    bool found = false;  // each "::" may be the end of the path: paths and names may contain it, too
    for (std::size_t end = id.find("::"); end != std::string::npos; end = id.find("::", end + 1))
      if (const auto file = files.find(id.substr(0, end)); file != files.end()) {
        wanted.insert(*file);
        found = true;
      }
    if (found || ++unknown > mostExplained) continue;
    const std::size_t end = id.find("::");
    if (end == std::string::npos)
      errors.push_back(fmt::format("--id {}: this is not an ID; IDs have the form PATH::NAME; `--list --json` shows them", id));
    else
      errors.push_back(fmt::format("--id {}: there is no file {}{}", id, id.substr(0, end),
                                   model::orNear(id.substr(0, end), discovery.files)));
  }
  tellOthers(unknown, errors);
  Discovery narrowed;
  for (std::size_t i = 0; i < discovery.files.size(); ++i) {
    if (!wanted.contains(discovery.files[i])) continue;
    narrowed.files.push_back(std::move(discovery.files[i]));
    narrowed.fromFolder.push_back(discovery.fromFolder[i]);
  }
  discovery.files = std::move(narrowed.files);
  discovery.fromFolder = std::move(narrowed.fromFolder);
}

void Ids::admit(const std::vector<Candidate>& candidates, std::vector<bool>& admitted, std::vector<std::string>& errors) const {
  admitted.resize(candidates.size(), true);
  std::set<std::string> unknown = ids_;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    admitted[i] = admitted[i] && (candidates[i].always || ids_.contains(candidates[i].id));
    unknown.erase(candidates[i].id);
    if (candidates[i].always) std::erase_if(unknown, [&](const std::string& id) { return isOf(id, candidates[i].file); });
  }
  if (unknown.empty()) return;
  std::vector<std::string> known;
  for (const Candidate& candidate : candidates) known.push_back(candidate.id);
  std::size_t explained = 0;
  for (const std::string& id : unknown)
    if (explained++ < mostExplained)
      errors.push_back(fmt::format("--id {}: there is no such test{}", id, model::orNear(id, known)));
  tellOthers(unknown.size(), errors);
}

}  // namespace aunit::runner
