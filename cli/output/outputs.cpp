#include "cli/output/outputs.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "cli/usage_error.h"
#include "reporters/html/write.h"
#include "support/system/system_files.h"

namespace aunit::cli {

namespace {

namespace fs = std::filesystem;

/// A key that is equal for all paths to the same file, even if the file does not exist yet. Empty for devices and pipes, because
/// several outputs may go to /dev/null.
std::string identity(const std::string& path) {
  if (const auto status = support::statusOf(path))
    return status->isRegular() || status->isFolder() ? fmt::format("{}:{}", status->device, status->number) : "";
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  return whole.generic_string();
}

bool same(const std::string& a, const std::string& b) {
  const std::string one = identity(a);
  return !one.empty() && one == identity(b);
}

// Whether a path is a file or folder that an HTML report in `folder` writes.
bool isOfReport(const std::string& path, const std::string& folder) {
  std::error_code error;
  const fs::path below = fs::weakly_canonical(fs::absolute(path, error), error)
                             .lexically_relative(fs::weakly_canonical(fs::absolute(folder, error), error));
  if (below.empty()) return false;
  const std::string first = below.begin()->string();
  return first == "index.html" || first == "assets" || first == "source" || first == "tests" || first == "students" ||
         first == ".aunit-report";
}

bool isStandardOutput(const std::string& path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

// Whether standard output is redirected to this file.
bool isRedirectedTo(const std::string& path) {
  const auto here = support::statusOf(support::standardOutput), there = support::statusOf(path);
  return here && here->isRegular() && there && here->isSameFile(*there);
}

}  // namespace

bool Outputs::Output::isStandard() const {
  return !isFolder && isStandardOutput(path);
}

void Outputs::addFile(const std::string& option, const std::optional<std::string>& path) {
  if (path) outputs_.push_back({option, *path});
}

void Outputs::addReport(const std::string& option, const std::optional<std::string>& path) {
  if (path) outputs_.push_back({option, *path, true});
}

// The reason why the outputs cannot all be written; empty if they can be.
std::string Outputs::conflict() const {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Output& a = outputs_[i];
    if (a.isFolder && a.path == "-") return fmt::format("{} writes a folder, which cannot go to standard output", a.option);
    if (!a.isFolder && !a.isStandard() && isRedirectedTo(a.path))
      return fmt::format("{} names {}, but standard output goes to this file, too", a.option, a.path);
    for (std::size_t j = 0; j < i; ++j) {
      const Output& b = outputs_[j];
      if (a.isStandard() && b.isStandard())
        return fmt::format("only one of {} and {} can go to standard output", b.option, a.option);
      if (!a.isStandard() && !b.isStandard() && same(a.path, b.path))
        return fmt::format("{} and {} name the same path: {}", b.option, a.option, a.path);
      if (a.isFolder != b.isFolder && isOfReport((a.isFolder ? b : a).path, (a.isFolder ? a : b).path))
        return fmt::format("{} would write {}, which is reserved for {}: choose another path", (a.isFolder ? b : a).option,
                           (a.isFolder ? b : a).path, (a.isFolder ? a : b).option);
    }
  }
  return {};
}

bool Outputs::spare(const std::vector<std::string>& inputs) const {
  for (const Output& output : outputs_)
    for (const std::string& input : inputs)
      if (!output.isStandard() && same(output.path, input))
        return usageError(fmt::format("{} would overwrite {}, which this command reads", output.option, input));
  return true;
}

bool Outputs::open(const std::vector<std::string>& inputs) {
  std::string error = conflict();
  if (!error.empty()) usageError(error);
  if (!error.empty() || !spare(inputs)) return false;
  for (const Output& output : outputs_)  // folders of HTML reports come first: prepareFolder() refuses a folder with other files
    if (output.isFolder && !reporters::html::prepareFolder(output.path, error)) return usageError(error);
  for (Output& output : outputs_) {
    if (output.isFolder || output.isStandard()) continue;
    std::error_code ignored;  // if the folder cannot be created, OutputFile::create() fails and reports the error
    if (const fs::path folder = fs::path(output.path).parent_path(); !folder.empty()) fs::create_directories(folder, ignored);
    auto created = support::OutputFile::create(output.path, error);
    if (!created) return usageError(fmt::format("cannot write `{}`: {}", output.path, error));
    output.file.emplace(std::move(*created));
  }
  return true;
}

bool Outputs::usesStandardOutput() const {
  return std::ranges::any_of(outputs_, &Output::isStandard);
}

bool Outputs::write(const std::string& option, const std::function<std::string()>& content) {
  const auto found = std::ranges::find(outputs_, option, &Output::option);
  if (found == outputs_.end()) return true;
  const std::string text = content();
  if (!found->file) {
    reporters::writeDocument(stdout, text);
    return true;
  }
  std::string error;
  if (!found->file->commit(text, error)) return usageError(fmt::format("cannot write `{}`: {}", found->path, error));
  written_.push_back(found->path);
  return true;
}

}  // namespace aunit::cli
