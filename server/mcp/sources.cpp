#include "server/mcp/sources.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "server/mcp/answer.h"
#include "server/texts/positions.h"
#include "support/system/system_files.h"
#include "support/visible.h"

namespace aunit::server::mcp {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t foldersKept = 8;

/// Whether the name is a relative path that does not leave its folder.
bool isPlainName(const std::string& name) {
  const fs::path path(name);
  if (name.empty() || name.size() > 255 || name.find('\0') != std::string::npos || path.has_root_path() ||
      path.filename().empty())
    return false;
  return std::ranges::none_of(path, [](const fs::path& part) { return part == ".." || part == "."; });
}

std::string shown(const std::string& path) {
  return support::oneLine(path);
}

/// For a path that does not exist: " (did you mean `x`?)" with the nearest name `x` in its folder; empty if no name is near.
std::string nearFile(const std::vector<std::string>& roots, const std::string& path) {
  constexpr std::size_t most = 10'000;
  for (const std::string& root : roots) {
    const std::string folder = support::canonicalPath((fs::path(root) / path).parent_path().generic_string());
    std::string error;
    auto entries = support::isWithin(folder, roots) ? support::FolderReader::open(folder, error) : std::nullopt;
    std::vector<std::string> names;
    while (entries && names.size() < most) {
      auto name = entries->next();
      if (!name) break;
      names.push_back(std::move(*name));
    }
    if (std::string near = model::orNear(fs::path(path).filename().generic_string(), names); !near.empty()) return near;
  }
  return "";
}

}  // namespace

std::optional<std::string> Sources::read(const std::string& name) const {
  const std::string path = support::canonicalPath((fs::path(folder) / name).generic_string());
  std::string error;
  return support::isWithin(path, places) ? support::readFile(path, error) : std::nullopt;
}

Sources SourceStore::sent(const Json& files) {
  if (files.empty()) throw CallError{"`files` is empty"};
  if (files.size() > mostFiles) throw CallError{fmt::format("`files` may have at most {} files", mostFiles)};
  for (const auto& [name, text] : files.items())
    if (!isPlainName(name))
      throw CallError{
          fmt::format("`files`: \"{}\" is not a valid file name: use a relative path without `..`", clipped(shown(name), 100))};
  std::string error;
  std::error_code unknown;
  auto folder = support::TemporaryFolder::create(fs::temp_directory_path(unknown).generic_string(), error);
  if (!folder) throw CallError{fmt::format("the files cannot be written: {}", error)};
  Sources sources;
  sources.kept = std::make_shared<support::TemporaryFolder>(std::move(*folder));
  sources.folder = support::canonicalPath(sources.kept->path());
  sources.places = {sources.folder};
  for (const auto& [name, text] : files.items()) {
    const std::string path = (fs::path(sources.folder) / name).generic_string();
    std::error_code failed;
    fs::create_directories(fs::path(path).parent_path(), failed);
    if (failed || !support::writeFile(path, text.get_ref<const std::string&>(), error))
      throw CallError{fmt::format("{} cannot be written: {}", shown(name), failed ? failed.message() : error)};
    sources.names.push_back(name);
  }
  const std::lock_guard lock(mutex_);
  sources.handle = fmt::format("s{}", ++sent_);
  kept_.push_back(sources);
  if (kept_.size() > foldersKept) kept_.pop_front();
  return sources;
}

Sources SourceStore::sentBefore(const std::string& handle) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(kept_, handle, &Sources::handle);
  if (found == kept_.end())
    throw CallError{
        fmt::format("there are no sources \"{}\", or they are no longer stored: send `files` again", clipped(shown(handle), 40))};
  return *found;
}

Sources SourceStore::beneath(const std::vector<std::string>& roots, std::vector<std::string>& paths) {
  if (roots.empty())
    throw CallError{
        "no folder may be read: the client names no roots. Send the texts as `files`, or start the server with --root FOLDER"};
  Sources sources;
  std::vector<std::string> found;
  for (const std::string& path : paths) {
    bool outside = false;
    std::string there;
    for (const std::string& root : roots) {
      const std::string canonical = support::canonicalPath((fs::path(root) / path).generic_string());
      std::error_code unknown;
      const bool inside = support::isWithin(canonical, roots);
      outside = outside || !inside;
      if (inside && fs::exists(canonical, unknown)) {
        there = canonical;
        break;
      }
    }
    if (there.empty())
      throw CallError{outside ? fmt::format("{} is outside the roots, which are {}", shown(path),
                                            shown(fmt::format("{}", fmt::join(roots, ", "))))
                              : fmt::format("{}: there is no such file{} beneath {}", shown(path), nearFile(roots, path),
                                            shown(fmt::format("{}", fmt::join(roots, ", "))))};
    found.push_back(there);
  }
  std::error_code unknown;
  const std::string& first = found.empty() ? roots.front() : found.front();
  const auto root = std::ranges::find_if(roots, [&](const std::string& one) { return support::isWithin(first, {one}); });
  sources.folder = fs::is_directory(*root, unknown) ? *root : fs::path(*root).parent_path().generic_string();
  if (fs::is_directory(*root, unknown)) sources.places = {*root};
  for (const std::string& one : roots)
    if (std::ranges::find(sources.places, one) == sources.places.end()) sources.places.push_back(one);
  for (std::size_t i = 0; i < found.size(); ++i)
    paths[i] = fs::path(found[i]).lexically_relative(sources.folder).generic_string();
  return sources;
}

std::optional<std::string> rootOf(const Json& root) {
  const Json& uri = at(root, {"uri"});
  if (!uri.is_string() || !uri.get_ref<const std::string&>().starts_with("file://")) return std::nullopt;
  const std::string path = pathOf(uri.get<std::string>());
  if (!support::isAbsolutePath(path) || path.find('\0') != std::string::npos) return std::nullopt;
  return support::canonicalPath(path);
}

}  // namespace aunit::server::mcp
