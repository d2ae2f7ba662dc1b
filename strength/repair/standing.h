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

/// A file with demands on a model: the model itself, with its commands, or a file with tests about it.
struct DemandingFile {
  std::string path;
  parser::LoadOptions load{};  // how the file was loaded, to load edited texts in the same way
  std::shared_ptr<parser::Loaded> loaded;
  bool plainCommands = true;  // commands without `expect` count (EvidenceOptions)
  bool guard = false;         // a file about another model: its passing tests must still pass, and its failing tests are ignored
};

/// A failing test or command, as text.
struct Failure {
  std::string name;   // "test a ring", "check Acyclic"
  std::string place;  // "list.aunit:5:6"
  bool command = false;
  std::string message;  // "no instance up to 3 atoms; expected one"
};

/// A test or command without an outcome, as text.
struct UnknownOutcome {
  std::string name, place, why;
};

/// Loads and judges edited texts, so that the judged text is the text that users see.
class EditJudge {
 public:
  struct Options {
    model::Semantics semantics{};
    support::Budget budget{};
  };

  /// `evidence`: by file; null for guards, which are judged when an edit reaches them.
  EditJudge(const std::vector<DemandingFile>& files, std::vector<const Evidence*> evidence, const Options& options);

  /// The failures of all files that are not guards.
  const std::vector<Failure>& failures() const { return failures_; }
  /// The index in `failures()` of a complaint of a file's evidence. For a test of another file, the index of that test's failure.
  std::uint32_t failureOf(std::size_t file, const Complaint& complaint) const;

  /// Returns the failures that these edits of a paragraph of `file` fix. Returns nothing if the edited text does not resolve, if
  /// a passing test or command fails or is undecided afterwards, or if a limit ends the work.
  std::optional<std::vector<std::uint32_t>> mendedBy(std::size_t file, std::uint32_t paragraph,
                                                     const std::vector<Replacement>& edits);

 private:
  enum class State : std::uint8_t { right, wrong, unknown };
  struct Item {
    State before = State::right;
    model::CommandId command = model::noId;  // noId for a test
    std::uint32_t test = model::noId;        // for a test: its number among the statements
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
