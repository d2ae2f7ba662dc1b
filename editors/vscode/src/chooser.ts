// Asks people where the program is.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { choose as chosenBy, missing, type Program, surroundings } from './program';

function setting(): string {
  return vscode.workspace.getConfiguration('aunit').get<string>('path', 'aunit');
}

function around() {
  return surroundings(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath);
}

/** The program, without asking. */
export function findProgram(): Promise<Program | undefined> {
  return chosenBy(setting(), around(), join(extension()?.extensionPath ?? '', 'out', 'engine'));
}

function extension() {
  return vscode.extensions.getExtension('aunit.aunit');
}

/** Lets people choose a file, and remembers it. */
export async function chooseProgram(): Promise<void> {
  const chosen = await vscode.window.showOpenDialog({ title: 'The program aunit', openLabel: 'Use this program', canSelectMany: false });
  if (chosen?.[0]) await vscode.workspace.getConfiguration('aunit').update('path', chosen[0].fsPath, vscode.ConfigurationTarget.Global);
}

/** Says that it is missing, and what can be done. */
export async function sayMissing(): Promise<void> {
  const choose = 'Choose it', install = 'How to install it', open = 'Open the setting';
  const answer = await vscode.window.showErrorMessage(missing(setting(), around()), choose, install, open);
  if (answer === choose) await chooseProgram();
  if (answer === install) await showManual();
  if (answer === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'aunit.path');
}

/** The extension's own page, which says how to install the program. */
async function showManual(): Promise<void> {
  const uri = extension()?.extensionUri;
  if (uri) await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(uri, 'README.md'));
}
