// The instance view in a panel beside the text.
import * as vscode from 'vscode';
import type { Host, Start, Viewer } from '../engine';
import { valuationAt } from './where';

/** The page. Its scripts and styles come from the program, so that they have the program's version. */
async function page(viewer: Viewer, webview: vscode.Webview, media: vscode.Uri): Promise<string> {
  const nonce = crypto.randomUUID();
  const own = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  const [script, ...styles] = await Promise.all(['view.js', 'report.css', 'view.css'].map(name => viewer.asset(name)));
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource} 'unsafe-inline'; img-src data:">
${styles.map(style => `<style>${style}</style>`).join('\n')}
<link rel="stylesheet" href="${own('view.css')}">
</head>
<body class="view">
<div id="view"></div>
<script nonce="${nonce}">${script ?? ''}</script>
<script nonce="${nonce}" src="${own('view.js')}"></script>
</body>
</html>`;
}

export class InstanceViews {
  private readonly panels = new Map<string, vscode.WebviewPanel>();

  constructor(
    private readonly media: vscode.Uri,
    private readonly host: Host,
  ) {}

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.commands.registerCommand('aunit.showInstance', (uri?: string, command?: number | string) =>
        uri !== undefined && command !== undefined ? this.show(uri, { command: String(command) }) : this.showAtCursor(),
      ),
      new vscode.Disposable(() => this.panels.forEach(panel => panel.dispose())),
    );
  }

  /** Instances of a command, or a valuation, of the model or test file that a URI names. */
  async show(uri: string, start: Start): Promise<void> {
    const engine = await this.host.engine();
    if (engine === undefined) return this.host.sayMissing();
    const file = vscode.Uri.parse(uri);
    const document = vscode.workspace.textDocuments.find(one => one.uri.toString() === file.toString());
    if (document?.isUntitled) return void vscode.window.showInformationMessage('Save the text first, because the instance view reads files.');
    if (document?.isDirty) await document.save();
    let viewer: Viewer | undefined;
    try {
      viewer = await engine.view(file, start);
      await this.fill(this.panelFor(file), viewer);
    } catch (error) {
      viewer?.stop();
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }

  /** The panel for a file. Each file has its own. */
  private panelFor(file: vscode.Uri): vscode.WebviewPanel {
    const key = file.toString();
    this.panels.get(key)?.dispose();
    const panel = vscode.window.createWebviewPanel(
      'aunit.view',
      `Instance of ${file.path.slice(file.path.lastIndexOf('/') + 1)}`,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [this.media] },
    );
    this.panels.set(key, panel);
    panel.onDidDispose(() => {
      if (this.panels.get(key) === panel) this.panels.delete(key);
    });
    return panel;
  }

  private async fill(panel: vscode.WebviewPanel, viewer: Viewer): Promise<void> {
    panel.onDidDispose(() => viewer.stop());
    panel.webview.onDidReceiveMessage(async ({ id, question }: { id: number; question: unknown }) => {
      const answered = await viewer.ask(question).then(
        answer => ({ id, answer }),
        (error: Error) => ({ id, error: error.message }),
      );
      await panel.webview.postMessage(answered);
    });
    panel.webview.html = await page(viewer, panel.webview, this.media);
  }

  /** Shows the valuation or command at the cursor. */
  private async showAtCursor(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    const { document, selection } = editor;
    const at = document.getWordRangeAtPosition(selection.active);
    const val = valuationAt(document.getText(), selection.active.line, at && document.getText(at));
    if (val !== undefined) return this.show(document.uri.toString(), { val });
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
    const commands = lenses.flatMap(({ range, command }) => (command?.command === 'aunit.showInstance' ? { line: range.start.line, of: String(command.arguments?.[1]) } : []));
    const here = commands.find(({ line }) => line === selection.active.line) ?? commands[0];
    if (here) return this.show(document.uri.toString(), { command: here.of });
    void vscode.window.showInformationMessage('There is no command or val here.');
  }
}
