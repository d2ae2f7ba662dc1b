// The formulas of a process's step from one location.
#pragma once

#include <vector>

#include "model/program.h"
#include "parser/program/formulas.h"

namespace aunit::parser::program {

class StepFormulas {
 public:
  /// The arguments must outlive this object.
  StepFormulas(const Program& program, Formulas& formulas) : program_(program), formulas_(formulas) {}

  /// Returns the formula "process `p` is at location `l` and takes a step", including what changes and what stays the same.
  Formulas::Node takesStep(ProcessId p, LocationId l);
  /// Returns the formula "process `p` is at location `l` and can take a step".
  Formulas::Node canStep(ProcessId p, LocationId l);
  /// Returns the formula "process `p` is at location `l`, and either the guard of `l` has no value or the assignments of `l`
  /// cannot be executed".
  Formulas::Node failsAt(ProcessId p, LocationId l);
  /// Whether the assignment may fail: its value or index may be undefined, or outside of the domain or the array.
  bool mayFailIn(const Assignment& a) const;

 private:
  Formulas::Node assignable(const Location& location);
  Formulas::Node guarded(ExprId guard, Formulas::Node then, Formulas::Node otherwise);
  void assign(const Location& location, const Assignment& first, std::vector<Formulas::Node>& out);

  const Program& program_;
  Formulas& formulas_;
};

}  // namespace aunit::parser::program
