// Values of names in the instance that was shown last, or in the one that the test around the cursor states.
#pragma once

#include <memory>
#include <string>

#include "model/instances/instance.h"
#include "server/answers/names.h"

namespace aunit::server {

/// An instance that was shown, with the analysis of its model.
struct ShownInstance {
  std::shared_ptr<const Analysis> analysis;
  std::shared_ptr<const model::Instance> instance;  // null: none
  std::string title;                                // "show", "chain"
};

/// The instance that the test of this name states (with its first valuation); `instance` is null if it states none.
ShownInstance statedBy(std::shared_ptr<const Analysis> analysis, const std::string& test);

/// The value of the signature or field at the cursor, "in `chain`: `{N0, N1}`", in the valuation or test around the cursor, else
/// in the instance shown last. For a trace with different states, state by state. Empty if neither has a value.
std::string valueAt(const Cursor& cursor, const ShownInstance& shown);

}  // namespace aunit::server
