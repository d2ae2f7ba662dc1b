// Listener: receives the events of a run as they happen.
#pragma once

#include <cstddef>

#include "suite/outcome.h"

namespace aunit::runner {

/// Called by one thread at a time. `finished` is called in the order of the tests, even if several threads judge them.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void started(std::size_t tests, std::size_t files) = 0;
  /// A test starts. Several may run at the same time.
  virtual void running(const std::string& file, const std::string& name, std::size_t done) = 0;
  virtual void finished(const suite::TestResult& test) = 0;
};

}  // namespace aunit::runner
