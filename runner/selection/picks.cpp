#include "runner/selection/picks.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "support/files.h"

namespace aunit::runner {

namespace fs = std::filesystem;

namespace {

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::optional<std::uint32_t> lineNumber(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

bool isWithin(const std::string& file, const std::string& path) {
  return file == path || (file.starts_with(path) && (path.ends_with('/') || file[path.size()] == '/'));
}

}  // namespace

Picks::Picks(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    Pick pick{argument, {}, {}, 0};
    const std::size_t colons = argument.find("::"), colon = argument.rfind(':');
    if (!exists(argument) && colons != std::string::npos && exists(argument.substr(0, colons))) {
      pick.file = argument.substr(0, colons);
      pick.name = argument.substr(colons + 2);
    } else if (!exists(argument) && colon != std::string::npos && exists(argument.substr(0, colon))) {
      if (const auto line = lineNumber(std::string_view(argument).substr(colon + 1))) {
        pick.file = argument.substr(0, colon);
        pick.line = *line;
      }
    }
    if (pick.file.empty()) {
      paths_.push_back(argument);
      whole_.push_back(support::canonicalPath(argument));
      continue;
    }
    if (std::ranges::find(paths_, pick.file) == paths_.end()) paths_.push_back(pick.file);
    picks_.push_back(std::move(pick));
  }
}

bool Picks::fits(const Pick& pick, const Candidate& candidate) {
  if (pick.line == 0) return candidate.name == pick.name;
  return std::ranges::any_of(candidate.lines,
                             [&](const auto& range) { return range.first <= pick.line && pick.line <= range.second; });
}

std::string Picks::nothingFits(const Pick& pick, const std::vector<Candidate>& candidates) {
  std::vector<std::string> names;
  const Candidate* nearest = nullptr;
  const auto distance = [&](const Candidate& c) {
    const std::uint32_t first = c.lines.front().first;
    return first > pick.line ? first - pick.line : pick.line - first;
  };
  for (const Candidate& candidate : candidates) {
    if (candidate.always || support::canonicalPath(candidate.file) != support::canonicalPath(pick.file)) continue;
    names.push_back(candidate.name);
    if (!candidate.lines.empty() && (!nearest || distance(candidate) < distance(*nearest))) nearest = &candidate;
  }
  if (names.empty()) return fmt::format("{}: {} has no tests", pick.argument, pick.file);
  if (pick.line != 0)
    return fmt::format(
        "no test is on line {} of {}{}", pick.line, pick.file,
        nearest ? fmt::format("; the nearest is \"{}\" on line {}", nearest->name, nearest->lines.front().first) : "");
  if (const std::string near = model::orNear(pick.name, names); !near.empty())
    return fmt::format("{} has no test \"{}\"{}", pick.file, pick.name, near);
  for (std::string& name : names) name = fmt::format("\"{}\"", name);
  return fmt::format("{} has no test \"{}\"; it has {}", pick.file, pick.name, model::inWords(names));
}

std::vector<bool> Picks::admit(const std::vector<Candidate>& candidates, std::vector<std::string>& errors) const {
  std::vector<bool> admitted(candidates.size(), true);
  if (picks_.empty()) return admitted;
  std::vector<bool> used(picks_.size(), false);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::string file = support::canonicalPath(candidates[i].file);
    const bool whole = std::ranges::any_of(whole_, [&](const std::string& path) { return isWithin(file, path); });
    bool picked = whole || candidates[i].always;
    for (std::size_t p = 0; p < picks_.size(); ++p) {
      if (support::canonicalPath(picks_[p].file) != file || !(candidates[i].always || fits(picks_[p], candidates[i]))) continue;
      used[p] = picked = true;
    }
    admitted[i] = picked;
  }
  for (std::size_t p = 0; p < picks_.size(); ++p)
    if (!used[p]) errors.push_back(nothingFits(picks_[p], candidates));
  return admitted;
}

}  // namespace aunit::runner
