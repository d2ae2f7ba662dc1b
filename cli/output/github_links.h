// Links to the files of a GitHub workflow, from the environment of its runner.
#pragma once

#include "reporters/source_links.h"

namespace aunit::cli {

/// Whether this runs as a step of a GitHub workflow: standard output may then hold annotations.
bool onGithub();

/// Links to the commit that GITHUB_SERVER_URL, GITHUB_REPOSITORY and GITHUB_SHA name, checked out in GITHUB_WORKSPACE; no links
/// if these are not set.
reporters::SourceLinks githubLinks();

}  // namespace aunit::cli
