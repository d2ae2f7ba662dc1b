// Coverage in the editor's own form, also for single tests: counts beside the files, marks in the margin, and requirements as branches.
import * as vscode from 'vscode';
import type { Items } from '../testing/items';
import { Lines } from '../testing/lines';
import { type CoveredFile, type CoverageReport, coveredFiles, extentOfStretch, metBy, testsOf } from './report';

/** The coverage of a file in a run, with the data for its details. */
class Covered extends vscode.FileCoverage {
  constructor(
    uri: vscode.Uri,
    readonly file: CoveredFile,
    readonly lines: readonly string[],
    tests: vscode.TestItem[],
    readonly idOf: (item: vscode.TestItem) => string | undefined,
  ) {
    super(uri, new vscode.TestCoverageCount(file.count.met, file.count.total), undefined, undefined, tests);
  }

  /** The details for all tests, including unmet requirements; or for one test, with the requirements that it meets. */
  details(only?: string): vscode.StatementCoverage[] {
    return this.file.places.map(({ subject, stretch }) => {
      const { line, character, endLine, endCharacter } = extentOfStretch(stretch, this.lines);
      const range = new vscode.Range(line, character, endLine, endCharacter);
      const branches = subject.requirements
        .filter(requirement => (only === undefined ? !requirement.infeasible : metBy([requirement], only) > 0))
        .map(requirement => new vscode.BranchCoverage(metBy([requirement], only), range.start, `${subject.text}: ${requirement.asks}`));
      return new vscode.StatementCoverage(metBy(subject.requirements, only), range, branches);
    });
  }
}

/** Adds the coverage of its tests to a run. */
export async function addCoverage(run: vscode.TestRun, folder: vscode.WorkspaceFolder, report: CoverageReport, items: Items): Promise<void> {
  const lines = new Lines(folder);
  for (const file of coveredFiles(report)) {
    const tests = [...testsOf(file)].flatMap(id => items.find(folder, id) ?? []);
    run.addCoverage(new Covered(lines.uri(file.path), file, await lines.of(file.path), tests, item => items.of(item)?.id));
  }
}

/** Lets the editor request the details of coverage runs. */
export function provideDetails(profile: vscode.TestRunProfile): void {
  profile.loadDetailedCoverage = async (_, coverage) => (coverage instanceof Covered ? coverage.details() : []);
  profile.loadDetailedCoverageForTest = async (_, coverage, item) => (coverage instanceof Covered ? coverage.details(coverage.idOf(item)) : []);
}
