// The outcome of grading as plain data: all that reports show, and that parts of a run are merged from.
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

/// How a wrong answer gets points.
enum class Partial : std::uint8_t {
  none,   // it gets none
  suite,  // the share of a fixed suite of situations that it judges rightly; of tests: the share of wrong models that they notice
  distance,  // by the instances of a small scope: of those that it or the right predicate accepts, the share that both do
};
const char* nameOf(Partial rule);  // "none", "suite", "distance"

/// A task of the assignment: a predicate or tests to write.
struct Exercise {
  enum class Kind : std::uint8_t { predicate, tests };
  Kind kind = Kind::predicate;
  std::string name;  // of the predicate; what the teacher calls the tests
  double points = 1;
  Partial partial = Partial::none;
  std::string file;                // name of the file of a submission that answers it; empty: the only one
  std::vector<std::string> right;  // for tests: paths of models that must pass
  std::vector<std::string> wrong;  // and of models that must fail
  std::vector<std::string> hints;  // by wrong model: the hint for students who miss it; empty: none
};

/// A situation ready to be shown: atoms have names as people give them.
struct Shown {
  model::Instance instance;
  std::vector<std::pair<std::string, model::TupleSet>> arguments;  // by parameter
};

/// A situation that a cluster judges wrongly, and beside it, a tuple away, one that it judges rightly.
struct ShownPair {
  Shown wrong;
  std::optional<Shown> beside;
  std::string document{};  // all of it as JSON, where it was read without the model; empty: it is above
};

/// Answers that mean the same.
struct ClusterReport {
  Class verdict = Class::unknown;
  std::string name;
  std::vector<std::uint32_t> answers;           // numbers of submissions, ascending
  std::optional<ShownPair> accepted, rejected;  // of predicates
  std::vector<std::string> missed, refused;     // of tests: wrong models that they do not notice, right ones that they reject
  double share = 0;                             // 0 .. 1, by the exercise's rule; see docs/assignments.md
  std::string hint;     // one next step for the first answer, a sentence without a full stop; empty: none is known
  std::string comment;  // the teacher's
  std::string text;     // what is said, as a formula; of tests the first answer, empty if it is long
};

struct AnswerReport {
  Class verdict = Class::unknown;
  std::uint32_t cluster = model::noId;
  std::string why;                       // of invalid, forbidden and unknown ones
  std::optional<double> points;          // nothing where it is not decided
  std::vector<std::string> failed = {};  // for tests: those of its tests that a right model does not pass
  bool elsewhere = false;                // another part has judged it
  /// For an answer in other words than the first of its cluster: a hint about these, or an empty text. A hint names places.
  std::optional<std::string> hint = {};
};

/// All answers to one exercise.
struct ExerciseReport {
  Exercise exercise;
  std::string scope;                    // "3 but 4 Person"
  std::string rule;                     // how points are given, a sentence
  std::vector<AnswerReport> answers;    // by submission
  std::vector<ClusterReport> clusters;  // that of right answers first, then by their first answer
};

struct SubmissionReport {
  std::string name;  // path or identity: unique
  std::string student;
  std::uint32_t attempt = 1;  // counted from 1 by student
  std::string time;           // as it was given; empty: unknown
  bool counts = true;         // it is the student's last one
};

/// How much of a report on a wrong answer students are shown.
enum class Feedback : std::uint8_t {
  verdict,    // its class
  situation,  // and a small situation that it judges wrongly
};
const char* nameOf(Feedback level);  // "verdict", "situation"

struct Report {
  std::string title;
  Feedback feedback = Feedback::situation;
  bool hints = true;
  std::string hintsSince;  // hints were given for submissions from this moment on; empty: unknown
  std::vector<SubmissionReport> submissions;
  std::vector<ExerciseReport> exercises;
  std::shared_ptr<const model::Model> model;    // which the situations belong to
  std::shared_ptr<const model::Model> handout;  // the same, as students see it (handoutView)
  std::size_t part = 0, parts = 1;              // of the answers, which part was judged
  bool interrupted = false;
  double seconds = 0;
  std::vector<std::string> errors;  // for the assignment: nothing was judged
};

/// The hint for the author of an answer; empty: none is known.
std::string hintFor(const ExerciseReport& exercise, const AnswerReport& answer);

/// The sum over all exercises; nothing if one of them is not decided.
std::optional<double> pointsOf(const Report& report, std::uint32_t submission);
double mostPoints(const Report& report);

/// The next attempts of students whose answer was in a cluster.
struct Moves {
  std::size_t tried = 0;   // attempts after one in the cluster
  std::size_t right = 0;   // that are right
  std::size_t stayed = 0;  // that mean the same again
};
/// By cluster of the exercise; the second: attempts since hints were given.
std::vector<std::pair<Moves, Moves>> movesOf(const Report& report, const ExerciseReport& exercise);

/// Makes names as people see them, each once, of those of Cluster::name: what stands behind `~` orders clusters of one name;
/// the second becomes "under-3f2a91-2", and so on. For parts that are to be united it is done afterwards.
void withNumbers(std::vector<ClusterReport>& clusters);

/// The reports of all parts of one run as one. Nothing, with the reason in `error`, if they are not of the same run or a part
/// is missing.
std::optional<Report> united(std::vector<Report> parts, std::string& error);

}  // namespace aunit::strength::grading
