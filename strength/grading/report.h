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
  suite,     // the share of correct verdicts on a fixed suite of situations; for tests: the share of wrong models that fail
  distance,  // Cluster::nearness: the overlap of the situations that the answer and the right predicate accept
};
const char* nameOf(PartialCredit rule);  // "none", "suite", "distance"

/// A task of the assignment: to write a predicate or tests.
struct Exercise {
  enum class Kind : std::uint8_t { predicate, tests };
  Kind kind = Kind::predicate;
  std::string name;  // the predicate's name; for tests the teacher's name
  double points = 1;
  PartialCredit partial = PartialCredit::none;
  std::string file;                // file of a submission that has the answer; empty: the only file
  std::vector<std::string> right;  // for tests: paths of models that must pass
  std::vector<std::string> wrong;  // for tests: paths of models that must fail
  std::vector<std::string> hints;  // for tests, by wrong model: a hint for students whose tests do not notice it; empty: none
};

/// A situation ready to be shown, with readable names of atoms.
struct ShownSituation {
  model::Instance instance;
  std::vector<std::pair<std::string, model::TupleSet>> arguments;  // by parameter
};

/// A situation that a cluster judges wrongly, and a situation one tuple away that it judges rightly, if there is one.
struct ShownPair {
  ShownSituation wrong;
  std::optional<ShownSituation> beside;
  std::string document{};  // both situations as JSON if the report was read without the model; else empty
};

/// Answers that are equivalent.
struct ClusterReport {
  Class verdict = Class::unknown;
  std::string name;
  std::vector<std::uint32_t> answers;           // numbers of submissions, ascending
  std::optional<ShownPair> accepted, rejected;  // for predicates: situations that the answers wrongly accept, or wrongly reject
  std::vector<std::string> missed, refused;     // for tests: wrong models that pass the tests, and right models that fail
  double share = 0;                             // 0 .. 1, by the exercise's rule; see docs/assignments.md
  std::string hint;     // one next step for the first answer, a sentence without a full stop; empty if none is known
  std::string comment;  // written by the teacher
  std::string text;     // the formula; for tests the first answer, or empty if it is long
};

struct AnswerReport {
  Class verdict = Class::unknown;
  std::uint32_t cluster = model::noId;
  std::string why;                       // why the answer is invalid, forbidden or unknown
  std::optional<double> points;          // no value if the answer is not decided
  std::vector<std::string> failed = {};  // for tests: names of the answer's tests that fail on a right model
  bool elsewhere = false;                // another part of the run judges the answer
  /// For an answer whose text differs from the first one of its cluster: its own hint, or an empty text. A hint mentions places
  /// in the answer, so it cannot be shared.
  std::optional<std::string> hint = {};
};

/// All answers to one exercise.
struct ExerciseReport {
  Exercise exercise;
  std::string scope;                    // "3 but 4 Person"
  std::string rule;                     // a sentence that says how points are given
  std::vector<AnswerReport> answers;    // by submission
  std::vector<ClusterReport> clusters;  // the cluster of right answers first, then in the order of first answers
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
  std::string hintsSince;  // submissions from this moment on were given hints; empty if unknown
  std::vector<SubmissionReport> submissions;
  std::vector<ExerciseReport> exercises;
  std::shared_ptr<const model::Model> model;    // the right model, which the situations belong to
  std::shared_ptr<const model::Model> handout;  // the right model as students see it (handoutView)
  std::size_t part = 0, parts = 1;              // which part of the answers was judged
  bool interrupted = false;
  double seconds = 0;
  std::vector<std::string> errors;  // errors in the assignment; then nothing was judged
};

/// The hint for the author of an answer; empty if none is known.
std::string hintFor(const ExerciseReport& exercise, const AnswerReport& answer);

/// The sum of points over all exercises; nothing if one exercise is not decided.
std::optional<double> pointsOf(const Report& report, std::uint32_t submission);
double mostPoints(const Report& report);

/// The next attempts of students with an answer in a cluster.
struct Moves {
  std::size_t tried = 0;   // attempts that follow an answer in the cluster
  std::size_t right = 0;   // attempts among these that are right
  std::size_t stayed = 0;  // attempts among these that are equivalent to the attempt before
};
/// By cluster of the exercise: all attempts, and the attempts since hints were given.
std::vector<std::pair<Moves, Moves>> movesOf(const Report& report, const ExerciseReport& exercise);

/// Replaces names of Cluster::name by unique names for people. Clusters with equal names before `~` are ordered by the text after
/// it; the second becomes "under-3f2a91-2", and so on. If the run has parts, `united` calls this function.
void withNumbers(std::vector<ClusterReport>& clusters);

/// Merges the reports of all parts of one run. Returns nothing, with the reason in `error`, if they are of different runs or a
/// part is missing.
std::optional<Report> united(std::vector<Report> parts, std::string& error);

}  // namespace aunit::strength::grading
