// From the results of a run and its coverage to what the HTML report shows.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "coverage/data.h"
#include "model/instance.h"
#include "model/model.h"
#include "reporters/html/report.h"
#include "runner/outcome.h"

namespace aunit::reporters::html {

/// The valuation of a test and the model it belongs to; either may be null.
struct Judged {
  std::shared_ptr<const model::Model> model;
  std::shared_ptr<const model::Instance> instance;
};

/// `judged` belongs to `run.tests`, element by element, and may be empty. Tests that the data holds and the run does not (data read
/// from a file) are added at the end, with their outcome and nothing more.
Report collect(std::string title, runner::RunResult run, std::vector<Judged> judged, const coverage::Data* data);

}  // namespace aunit::reporters::html
