// The outcomes of tests and commands in several files that share a model, before and after an edit.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "strength/localization/evidence.h"
#include "strength/mutation/mutant_text.h"
#include "suite/test_judge.h"
#include "support/budget.h"

namespace aunit::strength {

/// A file that demands something of a model: the model's own file with its commands, or a file with tests about the model.
struct DemandingFile {
  std::string path;
  parser::LoadOptions load{};  // how the file was loaded; edited texts are loaded in the same way
  std::shared_ptr<parser::Loaded> loaded;
  bool plainCommands = true;  // whether commands without `expect` can fail, too (see EvidenceOptions)
  /// True for a file about another model: its passing tests must still pass, and its failing tests are ignored.
  bool guard = false;
};

/// A failing test or command, as text.
struct Failure {
  std::string name;   // "test a ring", "check Acyclic"
  std::string place;  // "list.aunit:5:6"
  bool command = false;
  std::string message;  // "no instance up to 3 atoms; expected an instance"
};

/// A test or command without an outcome, as text.
struct UnknownOutcome {
  std::string name, place, why;
};

/// Loads edited texts and judges them. So the judged text is exactly the text that users see.
class EditJudge {
 public:
  struct Options {
    model::Semantics semantics{};
    support::Budget budget{};
  };

  /// `evidence` has one element for each file. The element of a guard is null; guards are judged when an edit affects them.
  EditJudge(const std::vector<DemandingFile>& files, std::vector<const Evidence*> evidence, const Options& options);

  /// The failures of all files that are not guards.
  const std::vector<Failure>& failures() const { return failures_; }
  /// Returns the index in `failures()` of the failure that `complaint` is about. `complaint` comes from the evidence of file
  /// number `file`, but may be about a test of another file.
  std::uint32_t failureOf(std::size_t file, const Complaint& complaint) const;

  /// Returns the failures that these edits fix. The edits change one paragraph of the model of file number `file`. Returns
  /// nothing in three cases: the edited text has errors, a passing test or command no longer passes, or a limit ends the work.
  std::optional<std::vector<std::uint32_t>> mendedBy(std::size_t file, std::uint32_t paragraph,
                                                     const std::vector<Replacement>& edits);

 private:
  enum class State : std::uint8_t { right, wrong, unknown };
  struct Item {
    State before = State::right;
    model::CommandId command = model::noId;  // noId for a test
    std::uint32_t test = model::noId;        // for a test: its index in suite::statementsOf() of the file
    std::uint32_t failure = model::noId;
  };
  struct File {
    std::vector<Item> items;
    bool judged = false;
  };

  suite::JudgeOptions judging() const;
  void readEvidence(std::size_t file, const Evidence& evidence);
  void judgeGuard(std::size_t file);
  bool look(std::size_t file, const parser::Loaded& changed, model::Span paragraph, std::vector<std::uint32_t>& mended) const;
  State stateOf(const parser::Loaded& loaded, model::CommandId command) const;

  const std::vector<DemandingFile>& files_;
  const Options options_;
  std::vector<File> states_;
  std::vector<Failure> failures_;
};

}  // namespace aunit::strength
