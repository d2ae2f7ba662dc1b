// The outcome of grading as plain data, for reporters and for merging the parts of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "strength/grading/grade.h"

namespace aunit::strength::grading {

/// How many points a wrong answer gets.
enum class PartialCredit : std::uint8_t {
  none,      // no points
  suite,     // the share of correct verdicts on a fixed suite of situations; for tests: the share of the wrong models on which a
             // test fails
  distance,  // Cluster::nearness: the overlap of the situations that the answer and the right predicate accept
};
const char* nameOf(PartialCredit rule);  // "none", "suite", "distance"

/// A task of the assignment: to write a predicate or tests.
struct Exercise {
  enum class Kind : std::uint8_t { predicate, tests };
  Kind kind = Kind::predicate;
  std::string name;  // the predicate's name; for tests: a name that the teacher chose
  double points = 1;
  PartialCredit partial = PartialCredit::none;
  std::string file;                // the submission's file that has the answer; empty if the submission has only one file
  std::vector<std::string> right;  // for tests: paths of models on which all tests must pass
  std::vector<std::string> wrong;  // for tests: paths of models on which at least one test must fail
  /// For tests, by wrong model: a hint for students whose tests all pass on it; empty if there is no hint.
  std::vector<std::string> hints;
};

/// A situation ready to be shown, with readable names of atoms.
struct ShownSituation {
  model::Instance instance;
  std::vector<std::pair<std::string, model::TupleSet>> arguments;  // by parameter
};

/// A situation (`wrong`) that a cluster judges wrongly. `beside` differs from it in one tuple, and the cluster judges `beside`
/// rightly; empty if there is no such situation.
struct ShownPair {
  ShownSituation wrong;
  std::optional<ShownSituation> beside;
  std::string document{};  // if the report was read without the model: both situations as JSON; else empty
};

/// Answers that are equivalent.
struct ClusterReport {
  Class verdict = Class::unknown;
  std::string name;
  std::vector<std::uint32_t> answers;  // indices of submissions, ascending
  /// For predicates: a situation that the answers wrongly accept, and one that they wrongly reject.
  std::optional<ShownPair> accepted, rejected;
  /// For tests: wrong models that pass the tests (`missed`), and right models that fail them (`refused`).
  std::vector<std::string> missed, refused;
  double share = 0;     // 0 .. 1, by the exercise's rule; see docs/assignments.md
  std::string hint;     // a hint for the first answer, a sentence without a full stop; empty if none is known
  std::string comment;  // written by the teacher
  std::string text;     // the predicate's formula; for tests: the first answer's text, empty if it is long
};

struct AnswerReport {
  Class verdict = Class::unknown;
  std::uint32_t cluster = model::noId;
  std::string why;                       // why the answer is invalid, forbidden or unknown
  std::optional<double> points;          // no value if the answer is not decided
  std::vector<std::string> failed = {};  // for tests: names of the answer's tests that fail on a right model
  bool elsewhere = false;                // whether another part of the run judges the answer
  /// If the answer's text differs from the text of the cluster's first answer: the answer's own hint, which may be empty. A hint
  /// mentions places in one text, so answers with different texts cannot share it.
  std::optional<std::string> hint = {};
};

/// All answers to one exercise.
struct ExerciseReport {
  Exercise exercise;
  std::string scope;                    // "3 but 4 Person"
  std::string rule;                     // a sentence that says how points are given
  std::vector<AnswerReport> answers;    // by submission
  std::vector<ClusterReport> clusters;  // the cluster of right answers first, then the others in the order of their first answers
};

struct SubmissionReport {
  std::string name;  // path or identity, unique in the report
  std::string student;
  std::uint32_t attempt = 1;  // number of the student's attempt, from 1
  std::string time;           // time of the attempt, as the submission states it; empty if unknown
  bool counts = true;         // whether this is the student's last submission
};

/// The feedback that students get for a wrong answer.
enum class Feedback : std::uint8_t {
  verdict,    // the answer's class only
  situation,  // also a small situation that the answer judges wrongly
};
const char* nameOf(Feedback level);  // "verdict", "situation"

struct Report {
  std::string title;
  Feedback feedback = Feedback::situation;
  bool hints = true;
  std::string hintsSince;  // the time at which students began to get hints; empty if unknown
  std::vector<SubmissionReport> submissions;
  std::vector<ExerciseReport> exercises;
  std::shared_ptr<const model::Model> model;    // the right model, which the situations belong to
  std::shared_ptr<const model::Model> handout;  // the right model as students see it (handoutView)
  std::size_t part = 0, parts = 1;              // which part of the answers was judged
  bool interrupted = false;
  double seconds = 0;
  std::vector<std::string> errors;  // errors in the assignment; if there are any, nothing was judged
};

/// The hint for the author of an answer; empty if none is known.
std::string hintFor(const ExerciseReport& exercise, const AnswerReport& answer);

/// The sum of points over all exercises; nothing if one exercise is not decided.
std::optional<double> pointsOf(const Report& report, std::uint32_t submission);
double mostPoints(const Report& report);

/// What students with an answer in a cluster did next: counts of their next attempts.
struct Moves {
  std::size_t tried = 0;   // attempts that directly follow an answer in the cluster
  std::size_t right = 0;   // number of these attempts that are right
  std::size_t stayed = 0;  // number of these attempts that are equivalent to the attempt before
};
/// Returns, for each cluster of the exercise, the counts of all next attempts, and the counts of next attempts that were made
/// since Report::hintsSince.
std::vector<std::pair<Moves, Moves>> movesOf(const Report& report, const ExerciseReport& exercise);

/// Replaces each ClusterReport::name, such as "under-3f2a91~61b2...", by a unique short name. If the text before `~` is the same
/// in several names, sorts these clusters by the text after `~`. The first is then called "under-3f2a91", the second
/// "under-3f2a91-2", and so on. If the run has parts, `united` calls this function.
void withNumbers(std::vector<ClusterReport>& clusters);

/// Merges the reports of all parts of one run. Returns nothing, and sets `error`, if the reports are of different runs or a part
/// is missing.
std::optional<Report> united(std::vector<Report> parts, std::string& error);

}  // namespace aunit::strength::grading
