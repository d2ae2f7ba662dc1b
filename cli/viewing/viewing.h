// Creates the instance view for given arguments. view.cpp and view_called.cpp pass requests to it.
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

/// Shows `text` on standard error: a sentence, or diagnostics with their source lines.
void tell(const std::string& text);

}  // namespace aunit::cli
