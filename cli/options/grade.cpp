#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, GradeArguments& arguments) {
  add(c, "PATH", arguments.paths, "...",
      "The folder of an assignment, then submissions: files, folders and zip archives that are searched for them, tables "
      "(.csv, .jsonl); or init and a model, to begin an assignment");
  add(c, "--right", arguments.right, "FILE", "Without an assignment: the model with the right predicates");
  add(c, "--pred", arguments.predicates, "NAME", "A predicate that is to be written (repeatable)")->allow_extra_args(false);
  add(c, "--hidden", arguments.hidden, "NAME", "A paragraph of the right model that students do not see (repeatable)")
      ->allow_extra_args(false);
  add(c, "--scope", arguments.scope, "SCOPE", "The scope in which answers are compared: N, or NAME=N (repeatable; default 3)")
      ->allow_extra_args(false);
  addChoice(c, "--partial", arguments.partial, "RULE", {"suite", "distance", "none"},
            "Points for wrong answers: the share of a suite that they judge rightly (suite), or of instances (distance)");
  add(c, "--layout", arguments.layout, "PATTERN", "What paths of submissions mean: \"{student}/{attempt}/{file}\"");
  c.add_flag("--one-student", arguments.oneStudent,
             "All files are one student's, named by --student: what platforms hand to their graders")
      ->excludes("--layout");
  addNumber(c, "--clusters", arguments.clusters, atLeast(0),
            "Show up to N groups of wrong answers that mean the same (default 5)");
  c.add_flag("--no-hints", arguments.noHints, "Look for no hints");
  addNumber(c, "--comments", arguments.comments, atLeast(0),
            "In the assignment: begin a comment on each of the N largest groups that have none (comments/NAME.md)");
  addNumber(c, "--chaffs", arguments.chaffs, atLeast(0),
            "In the assignment: make wrong models of the N largest groups (wrong/NAME.als)");
  c.add_flag("--json", arguments.json, "Write JSON: every submission and every group, with what it judges wrongly");
  add(c, "--csv", arguments.csv, "FILE", "Write a table of points and classes (-: standard output, as for the next ones)");
  add(c, "--junit", arguments.junit, "FILE", "Write a JUnit file, a test suite for each submission");
  add(c, "--html", arguments.html, "FOLDER", "Write the teacher's page, and one for each submission");
  add(c, "--feedback", arguments.feedback, "FOLDER", "Write what students get: a page in HTML and Markdown for each submission");
  add(c, "--gradescope", arguments.gradescope, "FILE", "Write Gradescope's results.json of one student");
  add(c, "--prairielearn", arguments.prairielearn, "FILE", "Write PrairieLearn's results.json of one student");
  add(c, "--coderunner", arguments.coderunner, "FILE", "Write the result of a CodeRunner template grader for one student");
  add(c, "--classroom", arguments.classroom, "FILE", "Write GitHub Classroom's result of one student");
  add(c, "--student", arguments.student, "NAME",
      "The student whom the last four are about, where there are several, or whose --one-student is");
  add(c, "--shard", arguments.shard, "I/N|auto",
      "Judge part I of N parts of the answers (auto: as Slurm, Bazel, GitLab or MPI say)");
  add(c, "--merge", arguments.merge, "FILE...", "Report on these parts (--json --shard), instead of judging anything")
      ->excludes("--shard");
  add(c, "--resume", arguments.resume, "FILE", "Keep what is found out about groups in this file, and go on where it ends");
  add(c, "-o,--output", arguments.out, "FOLDER", "The folder that init makes (default: named like the model)");
  addNumber(c, "-j,--jobs", arguments.jobs, atLeast(1), "Use N threads (default: as many as there are processors)");
  addTimeout(c, arguments.timeout, "Give each answer at most so many seconds (default 10, 0: no limit)");
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options
