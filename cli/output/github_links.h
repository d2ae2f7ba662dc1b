// Links to source files on GitHub, from the environment variables of a workflow.
#pragma once

#include "reporters/source_links.h"

namespace aunit::cli {

/// Whether this process runs as a step of a GitHub workflow, which reads annotations from standard output.
bool onGithub();

/// Links to files of the commit that GITHUB_SERVER_URL, GITHUB_REPOSITORY and GITHUB_SHA name. GITHUB_WORKSPACE is the folder on
/// disk with the files of this commit. Makes no links if these variables are not set.
reporters::SourceLinks githubLinks();

}  // namespace aunit::cli
