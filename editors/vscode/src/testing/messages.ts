// Messages of the editor for the problems of tests: each at its place, with expected and actual values, and with related places.
import * as vscode from 'vscode';
import { type Lines, rangeOf } from './lines';
import { type Finished, problemsOf } from './results';

export async function messagesOf(test: Finished, item: vscode.TestItem, lines: Lines): Promise<vscode.TestMessage[]> {
  return Promise.all(
    problemsOf(test).map(async problem => {
      const text = new vscode.MarkdownString().appendCodeblock(problem.text, 'text');
      const message =
        problem.expected !== undefined && problem.actual !== undefined
          ? vscode.TestMessage.diff(problem.text, problem.expected, problem.actual)
          : new vscode.TestMessage(problem.text.includes('\n') ? text : problem.text);
      const range = problem.at ? rangeOf(problem.at, await lines.of(problem.at.file)) : item.range;
      if (item.uri && range) message.location = new vscode.Location(problem.at ? lines.uri(problem.at.file) : item.uri, range);
      message.stackTrace = await Promise.all(
        problem.places.map(
          async ({ label, place }) => new vscode.TestMessageStackFrame(label, lines.uri(place.file), rangeOf(place, await lines.of(place.file)).start),
        ),
      );
      return message;
    }),
  );
}
