// The instance view for given arguments. It does not depend on how requests reach it.
#pragma once

#include <memory>
#include <string>

#include "cli/input/arguments.h"
#include "server/view/viewer.h"

namespace aunit::cli {

struct ViewerResult {
  std::unique_ptr<server::view::Viewer> viewer;  // null if the model cannot be shown; a message says why
  int code = 0;                                  // if `viewer` is null: the exit code of the command
};

/// Reads the model and chooses the source that is shown first.
ViewerResult viewerOf(const ViewArguments& arguments);

/// Shows a sentence, or diagnostics with their source lines, on standard error.
void tell(const std::string& text);

}  // namespace aunit::cli
