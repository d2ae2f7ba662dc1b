// Listener: receives the events of a run while it goes on.
#pragma once

#include <cstddef>

#include "suite/outcome.h"

namespace aunit::runner {

/// Is called from one thread at a time. Results come in the order of the tests, whatever the number of threads.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void started(std::size_t tests, std::size_t files) = 0;
  /// A test is about to run (or one of several that run at the same time).
  virtual void running(const std::string& file, const std::string& name, std::size_t done) = 0;
  virtual void finished(const suite::TestResult& test) = 0;
};

}  // namespace aunit::runner
