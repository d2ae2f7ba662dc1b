// Shows texts that are not in a file: the reason why a test failed, or an instance.
import * as vscode from 'vscode';

const scheme = 'aunit-text';

export class Texts implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(document => this.texts.delete(document.uri.toString())),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** Shows a text beside the editor. Replaces a text with the same title. */
  async show(title: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${title.replace(/[/\\]/g, ' ')}` });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true });
  }
}
