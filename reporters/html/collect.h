// From the results of a run and its coverage to what the HTML report shows.
#pragma once

#include <string>

#include "coverage/data.h"
#include "reporters/html/report.h"
#include "runner/run_result.h"

namespace aunit::reporters::html {

/// `run.tests` should hold what they were judged on, and `data` the values observed: what is not there is not shown. Without
/// `data` (null) there is no coverage. Tests that the data holds and the run does not (data read from a file) are added at the
/// end, with their outcome and nothing more.
Report collect(std::string title, runner::RunResult run, const coverage::Data* data);

}  // namespace aunit::reporters::html
