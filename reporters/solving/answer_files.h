// Solved commands as texts and files: instances, certificates, proofs.
#pragma once

#include <string>
#include <vector>

#include "reporters/terminal/instance_text.h"
#include "runner/solving/answer.h"

namespace aunit::reporters {

/// With why it is a counterexample, in a table.
std::string shownInstance(const runner::CommandQuestion& question, const runner::CommandAnswer& answer, std::size_t instance,
                          InstanceForm form);

/// The nearest to an instance, which the answer has: as a table unless another form is asked for.
std::string shownNearest(const runner::CommandQuestion& question, const runner::CommandAnswer& answer, InstanceForm form);

/// They are called by the names of the model's file and the command, "list-0-show-1.xml".
class AnswerFiles {
 public:
  /// The folders; none is written to whose name is empty.
  struct Folders {
    std::string instances, certificates, proofs;
  };

  /// `form`: of instances.
  AnswerFiles(Folders folders, InstanceForm form, const std::vector<std::string>& models);
  /// A model was read: nothing is written over its files.
  void spare(const model::SourceMap& sources);

  /// Writes what there is. False, after messages, where something could not be written.
  bool write(const runner::CommandQuestion& question, const runner::CommandAnswer& answer) const;

 private:
  bool write(const std::string& folder, const runner::CommandQuestion& question, const std::string& ending,
             const std::string& text) const;

  const Folders folders_;
  const InstanceForm form_;
  const std::vector<std::string> stems_;
  std::vector<std::string> read_;
};

}  // namespace aunit::reporters
