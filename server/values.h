// What names stand for in an instance: in the one that was shown last, or in the one that the test around the cursor is about.
#pragma once

#include <memory>
#include <string>

#include "model/instance.h"
#include "server/names.h"

namespace aunit::server {

/// An instance that somebody has seen, with the model that it is one of.
struct ShownInstance {
  std::shared_ptr<const Analysis> analysis;
  std::shared_ptr<const model::Instance> instance;  // null: none
  std::string title;                                // "show", "chain"
};

/// The instance that a test states (the first of its valuations), by the test's name; without instance where it states none.
ShownInstance statedBy(std::shared_ptr<const Analysis> analysis, const std::string& test);

/// "in `chain`: `{N0, N1}`", of a trace whose states differ state by state: what the signature or field at the cursor is in the
/// valuation or test that the cursor is in, else in what was shown. Empty where neither knows it.
std::string valueAt(const Cursor& cursor, const ShownInstance& shown);

}  // namespace aunit::server
