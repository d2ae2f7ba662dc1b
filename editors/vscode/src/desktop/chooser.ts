// If Node runs the extension: finds the program, or asks the user for it.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Engine, Host } from '../engine';
import { ProgramEngine } from './engine';
import { choose, missing, surroundings } from './program';

function setting(): string {
  return vscode.workspace.getConfiguration('aunit').get<string>('path', 'aunit');
}

function around() {
  return surroundings(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath);
}

export class Desktop implements Host {
  readonly schemes = ['file'];

  constructor(private readonly extension: vscode.Uri) {}

  register(): vscode.Disposable {
    void vscode.commands.executeCommand('setContext', 'aunit.choosesProgram', true);
    return vscode.commands.registerCommand('aunit.choosePath', chooseProgram);
  }

  async engine(): Promise<Engine | undefined> {
    const program = await choose(setting(), around(), join(this.extension.fsPath, 'out', 'engine'));
    return program && new ProgramEngine(program);
  }

  async sayMissing(): Promise<void> {
    const ask = 'Choose the program', install = 'How to install it', open = 'Open the setting';
    const answer = await vscode.window.showErrorMessage(missing(setting(), around()), ask, install, open);
    if (answer === ask) await chooseProgram();
    // The extension's README has instructions.
    if (answer === install) await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(this.extension, 'README.md'));
    if (answer === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'aunit.path');
  }
}

/** Lets the user choose the program, and stores its path in the settings. */
async function chooseProgram(): Promise<void> {
  const chosen = await vscode.window.showOpenDialog({ title: 'The program aunit', openLabel: 'Use this program', canSelectMany: false });
  if (chosen?.[0]) await vscode.workspace.getConfiguration('aunit').update('path', chosen[0].fsPath, vscode.ConfigurationTarget.Global);
}
