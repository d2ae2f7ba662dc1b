#include "reporters/html/write.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "reporters/assets.h"
#include "reporters/grading/grading.h"
#include "reporters/html/faults_pages.h"
#include "reporters/html/grading_pages.h"
#include "reporters/html/mutation_pages.h"
#include "reporters/html/pages.h"
#include "reporters/html/versions_page.h"
#include "support/failure.h"
#include "support/files.h"
#include "support/pieces.h"

namespace aunit::reporters::html {

namespace {

namespace fs = std::filesystem;

constexpr const char* folders[] = {"assets", "source", "tests", "students"};
constexpr const char* markerName = ".aunit-report";
constexpr std::string_view markerHead = "aunit report: these files are written anew by each run\n";

/// The marker file of a report's folder, which lists the files of the report.
class Marker {
 public:
  explicit Marker(const fs::path& folder) : path_(folder / markerName) {
    std::string unread;
    const auto text = support::readFile(path_.generic_string(), unread);
    exists_ = text && text->starts_with(markerHead);
    if (!exists_) return;
    for (const std::string_view file : support::lines(std::string_view(*text).substr(markerHead.size()))) files_.emplace(file);
  }

  bool exists() const { return exists_; }
  const std::set<std::string>& files() const { return files_; }

  bool write(const std::set<std::string>& files, std::string& error) const {
    return support::writeFile(path_.generic_string(), fmt::format("{}{}\n", markerHead, fmt::join(files, "\n")), error);
  }

 private:
  fs::path path_;
  bool exists_ = false;
  std::set<std::string> files_;
};

// The first file in the folder, by name, that may be the user's; empty if there is none. Skips hidden files (.git, .nojekyll),
// because no page of a report has a hidden name.
std::string strangerIn(const std::string& folder) {
  std::string unread, first;
  auto reader = support::FolderReader::open(folder, unread);
  while (auto name = reader ? reader->next() : std::nullopt)
    if (!name->starts_with('.') && (first.empty() || *name < first)) first = std::move(*name);
  return first;
}

// Whether a name in the marker is a page in one of the report's folders. Other names are possible, because other programs may
// have written the marker.
bool isPage(const std::string& name) {
  const std::size_t slash = name.find('/');
  return slash != std::string::npos &&
         (name.starts_with("source/") || name.starts_with("tests/") || name.starts_with("students/")) &&
         name.find('/', slash + 1) == std::string::npos && (name.ends_with(".html") || name.ends_with(".md"));
}

}  // namespace

bool prepareFolder(const std::string& folder, std::string& error) {
  std::error_code code;
  if (fs::exists(folder, code) && !fs::is_directory(folder, code))
    return support::failure(error, fmt::format("cannot write the report to `{}`: it is a file, not a folder", folder));
  auto made = support::NewFolders::create(folder, error);
  if (!made) return support::failure(error, fmt::format("cannot create the folder {}: {}", folder, error));
  const Marker marker(folder);
  if (!marker.exists()) {
    const std::string stranger = strangerIn(folder);
    if (!stranger.empty())
      return support::failure(
          error, fmt::format(
                     "cannot write the report to `{}`: the folder holds other files ({}); choose an empty folder, or one with an "
                     "earlier report",
                     folder, stranger));
  }
  for (const char* kind : folders) {
    const fs::file_status status = fs::symlink_status(fs::path(folder) / kind, code);
    if (fs::exists(status) && !fs::is_directory(status))
      return support::failure(
          error,
          fmt::format("cannot write the report to `{}`: its entry `{}` is not a folder; choose another folder", folder, kind));
  }
  if (!marker.write(marker.files(), error))
    return support::failure(error, fmt::format("cannot write into the folder {}: {}", folder, error));
  made->keep();
  return true;
}

namespace {

/// A file of the report: its path below the folder, and the function that makes its text.
struct WrittenPage {
  std::string name;
  std::function<std::string()> content;
};

// Makes and writes one page after the other, so that at most one is in memory.
bool writePages(const std::vector<WrittenPage>& pages, const std::string& folder, std::string& error) {
  if (!prepareFolder(folder, error)) return false;
  const auto cannotWrite = [&](std::string_view name, std::string_view why) {
    return support::failure(error, fmt::format("cannot write `{}/{}`: {}", folder, name, why));
  };
  const auto workplace = support::TemporaryFolder::create(folder, error);
  if (!workplace) return cannotWrite("", error);
  const fs::path made = workplace->path();
  std::error_code code;
  std::vector<support::NewFolders> places;
  for (const char* kind : folders) {
    const auto isIn = [&](const WrittenPage& page) { return page.name.starts_with(std::string(kind) + "/"); };
    if (std::ranges::none_of(pages, isIn) && std::string_view(kind) == "students") continue;
    fs::create_directory(made / kind, code);
    if (code) return cannotWrite(kind, code.message());
    auto place = support::NewFolders::create((fs::path(folder) / kind).generic_string(), error);
    if (!place) return cannotWrite(kind, error);
    places.push_back(std::move(*place));
  }

  for (const auto& [name, content] : pages)
    if (!support::writeFile((made / name).generic_string(), content(), error)) return cannotWrite(name, error);

  // Until all files are replaced, the marker names the old files and the new ones.
  const Marker marker(folder);
  std::set<std::string> either = marker.files();
  for (const auto& [name, content] : pages)
    if (either.insert(name).second && fs::exists(fs::path(folder) / name, code))
      return cannotWrite(name, "a file of this name exists, and no earlier report wrote it");
  if (!marker.write(either, error)) return cannotWrite(markerName, error);
  std::vector<std::pair<fs::path, fs::path>> moves;  // files are moved last, because the other steps are more likely to fail
  for (const auto& [name, content] : pages) moves.emplace_back(made / name, fs::path(folder) / name);
  for (const auto& [from, to] : moves) {
    fs::rename(from, to, code);
    if (code) return cannotWrite(to.filename().generic_string(), code.message());
  }
  std::set<std::string> written;
  for (const auto& [name, content] : pages) written.insert(name);
  for (const std::string& name : either)
    if (!written.contains(name) && isPage(name)) fs::remove(fs::path(folder) / name, code);
  for (support::NewFolders& place : places) place.keep();
  return marker.write(written, error) || cannotWrite(markerName, error);
}

std::vector<WrittenPage> assetPages() {
  return {{"assets/report.css", [] { return std::string(assets::reportStyle()) + std::string(assets::graphStyle()); }},
          {"assets/report.js", [] { return std::string(assets::reportScript()); }}};
}

}  // namespace

bool write(const Report& report, const std::string& folder, std::string& error) {
  std::vector<WrittenPage> pages = assetPages();
  pages.push_back({"assets/tests.js", [&] { return testList(report); }});
  for (std::size_t i = 0; i < report.pages.size(); ++i)
    pages.push_back({sourcePath(report, i), [&report, i] { return sourcePage(report, i); }});
  for (std::size_t i = 0; i < report.run.tests.size(); ++i)
    pages.push_back({testPath(i), [&report, i] { return testPage(report, i); }});
  pages.push_back({"index.html", [&] { return indexPage(report); }});
  return writePages(pages, folder, error);
}

bool write(const strength::Report& report, const std::string& folder, std::string& error) {
  std::vector<WrittenPage> pages = assetPages();
  for (std::size_t i = 0; i < report.files.size(); ++i)
    pages.push_back({mutatedSourcePath(report, i), [&report, i] { return mutatedSourcePage(report, i); }});
  pages.push_back({"index.html", [&] { return mutationIndexPage(report); }});
  return writePages(pages, folder, error);
}

bool write(const strength::FaultReport& report, const std::string& folder, std::string& error) {
  std::vector<WrittenPage> pages = assetPages();
  for (std::size_t i = 0; i < report.sources.size(); ++i)
    pages.push_back({faultSourcePath(report, i), [&report, i] { return faultSourcePage(report, i); }});
  pages.push_back({"index.html", [&] { return faultIndexPage(report); }});
  return writePages(pages, folder, error);
}

bool write(const std::vector<ComparedModel>& models, const std::string& folder, std::string& error) {
  std::vector<WrittenPage> pages = assetPages();
  pages.push_back({"index.html", [&] { return versionsPage(models); }});
  return writePages(pages, folder, error);
}

bool write(const strength::audit::Report& report, const std::string& folder, std::string& error) {
  std::vector<WrittenPage> pages = assetPages();
  pages.push_back({"index.html", [&] { return auditPage(report); }});
  return writePages(pages, folder, error);
}

bool write(const Proposals& proposals, const std::string& folder, std::string& error) {
  std::vector<WrittenPage> pages = assetPages();
  pages.push_back({"index.html", [&] { return proposalsPage(proposals); }});
  return writePages(pages, folder, error);
}

bool write(const strength::grading::Report& report, bool teacher, const std::string& folder, std::string& error) {
  std::vector<WrittenPage> pages = assetPages();
  for (std::uint32_t i = 0; i < report.submissions.size(); ++i) {
    const std::string path = feedbackPath(report, i);
    pages.push_back({path, [&report, i] { return feedbackPage(report, i); }});
    pages.push_back({path.substr(0, path.size() - 4) + "md", [&report, i] { return feedbackMarkdown(report, i); }});
  }
  if (teacher) pages.push_back({"index.html", [&] { return gradingIndexPage(report); }});
  return writePages(pages, folder, error);
}

}  // namespace aunit::reporters::html
