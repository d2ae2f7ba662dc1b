// Links to the files at hand, from what a runner of GitHub's says of them.
#pragma once

#include "reporters/source_links.h"

namespace aunit::cli {

/// Links to the commit that GITHUB_SERVER_URL, GITHUB_REPOSITORY and GITHUB_SHA name, checked out in GITHUB_WORKSPACE; none
/// elsewhere.
reporters::SourceLinks githubLinks();

}  // namespace aunit::cli
