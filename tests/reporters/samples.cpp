#include "tests/reporters/samples.h"

namespace aunit::test {

using namespace runner;
using namespace suite;

RunResult mixedRun() {
  TestResult passed;
  passed.file = "specs/list.aunit";
  passed.name = "two nodes";
  passed.place = {"specs/list.aunit", 3, 1, 3, 10, {}};
  passed.engine = Engine::evaluated;
  passed.milliseconds = 0.25;
  passed.tags = {"fast"};

  TestResult failed = passed;
  failed.name = "a fork <is> \"wrong\" & so on";
  failed.place = {"specs/list.aunit", 7, 6, 7, 20, {}};
  failed.outcome = Outcome::failed;
  failed.message = "fact PartialFunction does not hold";
  failed.failure.emplace();
  failed.failure->constraint = failed.message;
  failed.failure->place = {"specs/list.als", 5, 3, 5, 27, {"  all n: Node | lone n.link"}};
  failed.failure->witness = {{"n", "N0"}};
  failed.failure->values = {{"n.link", "{N1, N2}"}};
  failed.valuation.emplace();
  failed.valuation->rows = {{"Node", {"N0, N1, N2"}}, {"link", {"N0->N1, N0->N2"}}};

  TestResult broken;
  broken.file = "specs/odd.aunit";
  broken.name = "bell \a, null \x01, invalid \xff\xfe, valid \xC3\xA4";
  broken.outcome = Outcome::error;
  broken.message = "no signature has an atom `N9`";
  broken.details = "specs/odd.aunit:1:2: error: no signature has an atom `N9`\n";

  TestResult skipped;
  skipped.file = "specs/odd.aunit";
  skipped.name = "solved later";
  skipped.outcome = Outcome::skipped;
  skipped.message = "needs the solver";

  RunResult run;
  run.tests = {passed, failed, broken, skipped};
  run.deselected = 2;
  run.seconds = 0.5;
  run.startedAt = 1'700'000'000;
  return run;
}

}  // namespace aunit::test
