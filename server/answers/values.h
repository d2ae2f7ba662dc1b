// Values of names: in the instance that was shown last, or in the valuation at the cursor.
#pragma once

#include <memory>
#include <string>

#include "model/instances/instance.h"
#include "server/answers/names.h"

namespace aunit::server {

/// An instance that was shown, with the analysis of its model.
struct ShownInstance {
  std::shared_ptr<const Analysis> analysis;
  std::shared_ptr<const model::Instance> instance;  // null if there is none
  std::string title;                                // name of the command, valuation or test: "show", "chain"
};

/// The instance that a test states; if the test has several valuations, the instance of the first. `instance` is null if the test
/// states none, for example because its valuation is partial.
ShownInstance statedBy(std::shared_ptr<const Analysis> analysis, const std::string& test);

/// The value of the signature or field at the cursor: "in `chain`: `{N0, N1}`". If the value changes, lists it state by state.
/// Looks in the valuation or test around the cursor first, then in the instance that was shown last. Empty if neither has a
/// value.
std::string valueAt(const Cursor& cursor, const ShownInstance& shown);

}  // namespace aunit::server
