// Links to the files at hand, from what a runner of GitHub's says of them.
#pragma once

#include "reporters/source_links.h"

namespace aunit::cli {

/// Whether this runs as a step of a GitHub workflow: standard output may then hold annotations.
bool onGithub();

/// Links to the commit that GITHUB_SERVER_URL, GITHUB_REPOSITORY and GITHUB_SHA name, checked out in GITHUB_WORKSPACE; none
/// elsewhere.
reporters::SourceLinks githubLinks();

}  // namespace aunit::cli
