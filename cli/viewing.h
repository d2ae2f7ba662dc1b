// The instance view of a model as its command line says, without the address at which people find it.
#pragma once

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "server/view/viewer.h"

namespace aunit::cli {

struct Viewing {
  std::unique_ptr<server::view::Viewer> viewer;  // null after a message
  int code = 0;                                  // then: what the command exits with
};

/// Has read the model and chosen what is seen first.
Viewing viewerOf(const ViewArguments& arguments);

/// Shows people a sentence, or diagnostics with their source lines.
void tell(const std::string& text);

}  // namespace aunit::cli
