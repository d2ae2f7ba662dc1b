// What a runner of GitHub's says of the files that are at hand.
#pragma once

#include "reporters/source_links.h"

namespace aunit::cli {

/// Links to the commit that GITHUB_SERVER_URL, GITHUB_REPOSITORY and GITHUB_SHA name, checked out in GITHUB_WORKSPACE; none
/// elsewhere.
reporters::SourceLinks githubLinks();

}  // namespace aunit::cli
