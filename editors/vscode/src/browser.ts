// The entry points for the editor if a browser runs the extension.
import * as vscode from 'vscode';
import { ModuleEngine, provideLibrary } from './browser/engine';
import { WorkspaceFiles } from './browser/files';
import type { Host } from './engine';
import { begin, end } from './extension';

export function activate(context: vscode.ExtensionContext): Promise<void> {
  const files = new WorkspaceFiles();
  context.subscriptions.push(files.register());
  const loaded = ModuleEngine.load(context.extensionUri, files);
  const schemes = new Set(['file', ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)]);
  const host: Host = {
    schemes: [...schemes],
    engine: () => loaded.catch(() => undefined),
    sayMissing: () => loaded.then(
      () => undefined,
      async (error: Error) => void (await vscode.window.showErrorMessage(`The extension cannot load its engine: ${error.message}`)),
    ),
  };
  context.subscriptions.push(provideLibrary(() => loaded));
  return begin(context, host);
}

export const deactivate = end;
