#include "cli/output/github_links.h"

#include <cstdlib>
#include <string>

#include <fmt/format.h>

namespace aunit::cli {

namespace {

std::string said(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

bool onGithub() {
  return said("GITHUB_ACTIONS") == "true";
}

reporters::SourceLinks githubLinks() {
  const std::string server = said("GITHUB_SERVER_URL"), repository = said("GITHUB_REPOSITORY"), commit = said("GITHUB_SHA");
  if (server.empty() || repository.empty() || commit.empty()) return {};
  return {fmt::format("{}/{}/blob/{}", server, repository, commit), said("GITHUB_WORKSPACE")};
}

}  // namespace aunit::cli
