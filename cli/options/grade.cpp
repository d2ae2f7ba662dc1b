#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, GradeArguments& arguments) {
  add(c, "PATH", arguments.paths, "...",
      "An assignment and submissions; or init and a model\nSubmissions are files, folders, zip archives and tables (.csv, "
      ".jsonl). `init MODEL` creates an assignment from a model");
  add(c, "--right", arguments.right, "FILE",
      "The right model, if there is no assignment\nOr a folder of right models: an answer is compared with the model of the same "
      "name. Without "
      "--pred, whole models are compared");
  add(c, "--pred", arguments.predicates, "NAME", "A predicate that students write (repeatable)")->allow_extra_args(false);
  add(c, "--hidden", arguments.hidden, "NAME", "A paragraph that students do not see (repeatable)")->allow_extra_args(false);
  add(c, "--scope", arguments.scope, "N|NAME=N",
      "Scope of the comparison (default 3)\nN: of each signature; NAME=N: of one. Repeatable")
      ->allow_extra_args(false);
  addChoice(c, "--partial", arguments.partial, "RULE", {"suite", "distance", "none"},
            "How wrong answers get points: suite, distance or none\nsuite: the share of situations that the answer judges "
            "correctly; "
            "distance: the share of instances that it has in common with the right predicate");
  add(c, "--layout", arguments.layout, "PATTERN", "Pattern of the paths of submissions\nSuch as \"{student}/{attempt}/{file}\"");
  c.add_flag("--one-student", arguments.oneStudent, "All files belong to the student that --student names")->excludes("--layout");
  addNumber(c, "--limit", arguments.limit, atLeast(0), "Show up to N groups of wrong answers (default 5)\n0: all");
  c.add_flag("--no-hints", arguments.noHints, "Do not search for hints");
  addNumber(
      c, "--comments", arguments.comments, atLeast(0),
      "Create comment files for the N largest groups\nOnly for groups without a comment: comments/NAME.md in the assignment");
  addNumber(c, "--chaffs", arguments.chaffs, atLeast(0),
            "Save the N largest groups as wrong models\nIn the assignment: wrong/NAME.als");
  addJson(c, arguments.json, "Write JSON: every submission and every group",
          "Includes the situations that each answer misjudges");
  add(c, "--csv", arguments.csv, "FILE",
      "Write CSV: a table of points and classes\n-: standard output (also for the options below)");
  add(c, "--junit", arguments.junit, "FILE", "Write JUnit XML, a suite for each submission");
  add(c, "--html", arguments.html, "FOLDER", "Write HTML: the teacher's page, and one per submission");
  add(c, "--feedback", arguments.feedback, "FOLDER", "Write the pages for students\nHTML and Markdown for each submission");
  add(c, "--gradescope", arguments.gradescope, "FILE", "Write Gradescope's results.json for one student");
  add(c, "--prairielearn", arguments.prairielearn, "FILE", "Write PrairieLearn's results.json for one student");
  add(c, "--coderunner", arguments.coderunner, "FILE", "Write the result of a CodeRunner template grader for one student");
  add(c, "--classroom", arguments.classroom, "FILE", "Write GitHub Classroom's result for one student");
  add(c, "--student", arguments.student, "NAME",
      "The student for --one-student, and for files about one student\nNeeded for --gradescope, --prairielearn, --coderunner and "
      "--classroom if there are several students");
  add(c, "--shard", arguments.shard, "I/N|auto", "Run shard I of N\nauto: read it from Slurm, Bazel, GitLab or MPI");
  add(c, "--merge", arguments.merge, "FILE...", "Merge the reports of all shards (--json)\nJudges no submissions")
      ->excludes("--shard");
  add(c, "--resume", arguments.resume, "FILE", "Append each answer to this journal; skip answers that it has");
  add(c, "-o,--out", arguments.out, "FOLDER", "The folder that `init` creates\nDefault: named like the model");
  addJobs(c, arguments.jobs, "Threads (default: one per processor)");
  addTimeout(c, arguments.timeout, "Time limit per answer, in seconds (default 10)\n0: no limit");
  addTime(c, arguments.time, "Answers not judged within this time are undecided");
  addColorAndLanguage(c, arguments);
  inGroup(c, "Select", {"--right", "--pred", "--hidden", "--scope", "--layout", "--student"});
  inGroup(c, "Output", {"--out", "--limit", "--json", "--csv", "--junit", "--html", "--feedback"});
  inGroup(c, "Limits", {"-j", "--timeout", "--time"});
  inGroup(c, rare,
          {"--one-student", "--no-hints", "--comments", "--chaffs", "--gradescope", "--prairielearn", "--coderunner",
           "--classroom", "--shard", "--merge", "--resume"});
}

}  // namespace aunit::cli::options
