// Solved commands as texts and files: instances, certificates, proofs.
#pragma once

#include <string>
#include <vector>

#include "reporters/terminal/instance_text.h"
#include "runner/solving/answer.h"

namespace aunit::reporters {

/// The instance as text. If `form` is `table` and the instance is a counterexample, the text also says why the assertion fails.
std::string shownInstance(const runner::CommandQuestion& question, const runner::CommandAnswer& answer, std::size_t instance,
                          InstanceForm form);

/// The nearest valuation as text: a table if `form` is `none`. Requires CommandAnswer::nearestInstance.
std::string shownNearest(const runner::CommandQuestion& question, const runner::CommandAnswer& answer, InstanceForm form);

/// Writes files with names such as "list-0-show-1.xml": the name of the model's file, the index of the command, its label, and a
/// number.
class AnswerFiles {
 public:
  /// The folders to write to; nothing is written for an empty name.
  struct Folders {
    std::string instances, certificates, proofs;
  };

  /// `form`: the format of instances.
  AnswerFiles(Folders folders, InstanceForm form, const std::vector<std::string>& models);
  /// Protects the model's files: no answer is written over them.
  void spare(const model::SourceMap& sources);

  /// Writes the instances, certificates and proofs of the answer to their folders. If a file cannot be written, shows a message
  /// and returns false.
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
