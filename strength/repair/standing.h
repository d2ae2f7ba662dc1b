// How the tests and commands of several files stand, and what edits of the model that they share do to that.
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

/// A file that has demands on a model: the model itself, with its commands, or one whose tests are about it.
struct DemandingFile {
  std::string path;
  parser::LoadOptions load{};  // how it was loaded: edited texts are read in the same way
  std::shared_ptr<parser::Loaded> loaded;
  bool plainCommands = true;  // commands without `expect` count (EvidenceOptions)
  bool guard = false;         // it is about another model: what passes there has to go on passing, what fails is not asked
};

/// A test or command that fails, in words that need no model.
struct Failure {
  std::string name;   // "test a ring", "check Acyclic"
  std::string place;  // "list.aunit:5:6"
  bool command = false;
  std::string message;  // "no instance up to 3 atoms; expected one"
};

/// An undecided test or command, in the words of Failure.
struct Unknown {
  std::string name, place, why;
};

/// Edited texts are read again and asked again, so that what is shown is what was judged.
class Standing {
 public:
  struct Options {
    model::Semantics semantics{};
    support::Budget budget{};
  };

  /// `evidence`: by file; null for guards, which are judged when the first edit reaches them.
  Standing(const std::vector<DemandingFile>& files, std::vector<const Evidence*> evidence, const Options& options);

  /// The failures, over all files that are no guards.
  const std::vector<Failure>& failures() const { return failures_; }
  /// The number there of a complaint of a file's evidence; of a carried one that of the test itself.
  std::uint32_t failureOf(std::size_t file, const Complaint& complaint) const;

  /// Which failures are none any more with these edits of a paragraph of `file`. Nothing if the text does not resolve, where
  /// something fails or has no answer that came out as it should, or where time is up.
  std::optional<std::vector<std::uint32_t>> mendedBy(std::size_t file, std::uint32_t paragraph,
                                                     const std::vector<Replacement>& edits);

 private:
  enum class State : std::uint8_t { right, wrong, unknown };
  struct Item {
    State before = State::right;
    model::CommandId command = model::noId;  // or
    std::uint32_t test = model::noId;        // number among the statements
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
