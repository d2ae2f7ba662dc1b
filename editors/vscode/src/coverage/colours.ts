// Shows the colours of the HTML report in the editor, on request: the colour of a formula shows which of its requirements are met.
import * as vscode from 'vscode';
import { Lines } from '../testing/lines';
import { type CoverageReport, type CoveredFile, type Subject, coveredFiles, extentOfStretch } from './report';
import { type Coloured, type Standing, innermost, looks, standingOf } from './standing';

/** Background colours and lines as in the report, light and dark. The kinds of line differ, too, so nothing depends on colour alone. */
const styles: Record<Standing, { light: [ground: string, line: string]; dark: [ground: string, line: string]; width: string; style: string }> = {
  met: { light: ['#e3f4e6', '#1a6b30'], dark: ['#1c3a25', '#7fd798'], width: '0 0 1px 0', style: 'solid' },
  partly: { light: ['#fff0c9', '#855300'], dark: ['#45360f', '#f0c264'], width: '0 0 2px 0', style: 'dashed' },
  unmet: { light: ['#fde3e0', '#b42318'], dark: ['#4f2320', '#ffa197'], width: '0 0 3px 0', style: 'double' },
  never: { light: ['#e6e8ec', '#4d5761'], dark: ['#343a43', '#b9c2cc'], width: '0 0 2px 0', style: 'dotted' },
  infeasible: { light: ['#e9e5fb', '#5741b8'], dark: ['#352d5c', '#c1b3fa'], width: '1px 0 1px 0', style: 'solid' },
};
const standings = Object.keys(styles) as Standing[];

function decorationType(standing: Standing): vscode.TextEditorDecorationType {
  const { light, dark, width, style } = styles[standing];
  const themed = ([ground, line]: [string, string]) => ({ backgroundColor: ground, borderColor: line });
  return vscode.window.createTextEditorDecorationType({
    borderWidth: width,
    borderStyle: style,
    light: themed(light),
    dark: themed(dark),
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

/** The requirements of a subject, and whether they are met. */
function explanation(subject: Subject): vscode.MarkdownString {
  const { sign, words } = looks[standingOf(subject)];
  const text = new vscode.MarkdownString().appendMarkdown(`**${sign} ${words}** `).appendCodeblock(subject.text, 'alloy');
  for (const { met, infeasible, asks, tests } of subject.requirements) {
    const by = met ? ` (${tests.length === 1 ? '1 test' : `${tests.length} tests`})` : '';
    text.appendMarkdown(`- ${met ? looks.met.sign : infeasible ? looks.infeasible.sign : looks.unmet.sign} `).appendText(`${asks}${by}`).appendMarkdown('\n');
  }
  return text;
}

export class Colours {
  private readonly types = new Map(standings.map(standing => [standing, decorationType(standing)] as const));
  private readonly legend = vscode.window.createStatusBarItem('aunit.coverageLegend', vscode.StatusBarAlignment.Left);
  private readonly files = new Map<string, { file: CoveredFile; lines: readonly string[]; version: number | undefined }>();
  private shown = false;

  /** `cover` runs all tests with coverage, and calls `onDidCover` before it ends. */
  constructor(private readonly cover: () => Promise<void>) {
    this.legend.name = 'aunit: legend of the coverage colours';
    this.legend.command = 'aunit.toggleCoverageColours';
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      ...this.types.values(),
      this.legend,
      vscode.commands.registerCommand('aunit.toggleCoverageColours', () => this.toggle()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.paintAll()),
      vscode.window.onDidChangeActiveTextEditor(() => this.showLegend()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (this.files.has(document.uri.toString())) this.showLegend();
      }),
    );
  }

  async take(folder: vscode.WorkspaceFolder, report: CoverageReport): Promise<void> {
    const read = new Lines(folder);
    for (const file of coveredFiles(report)) {
      const uri = read.uri(file.path).toString();
      const document = vscode.workspace.textDocuments.find(one => one.uri.toString() === uri);
      this.files.set(uri, { file, lines: await read.of(file.path), version: document?.version });
    }
    this.paintAll();
  }

  private async toggle(): Promise<void> {
    this.shown = !this.shown;
    const active = vscode.window.activeTextEditor?.document.uri.toString();
    if (this.shown && (active === undefined || !this.files.has(active))) await this.cover();
    this.paintAll();
  }

  private paintAll(): void {
    vscode.window.visibleTextEditors.forEach(editor => this.paint(editor));
    this.showLegend();
  }

  private paint(editor: vscode.TextEditor): void {
    const known = this.shown ? this.files.get(editor.document.uri.toString()) : undefined;
    const stretches: Coloured<Subject>[] = known?.file.places.map(({ subject, stretch }) => ({ extent: extentOfStretch(stretch, known.lines), of: subject })) ?? [];
    const pieces = innermost(stretches);
    for (const [standing, type] of this.types)
      editor.setDecorations(
        type,
        pieces
          .filter(piece => standingOf(piece.of) === standing)
          .map(({ extent, of }) => ({
            range: new vscode.Range(extent.line, extent.character, extent.endLine, extent.endCharacter),
            hoverMessage: explanation(of),
          })),
      );
  }

  /** Shows the meaning of the colours, and the number of met requirements in the active editor. */
  private showLegend(): void {
    const document = vscode.window.activeTextEditor?.document;
    const known = this.shown && document ? this.files.get(document.uri.toString()) : undefined;
    if (!document || !known) return this.legend.hide();
    const { met, total } = known.file.count;
    const standing = new Set(known.file.places.map(({ subject }) => standingOf(subject)));
    const old = known.version !== undefined && known.version !== document.version ? ' (before the last change)' : '';
    this.legend.text = `${met} of ${total}${old}: ${standings.filter(one => standing.has(one)).map(one => `${looks[one].sign} ${looks[one].words}`).join('  ')}`;
    this.legend.tooltip = new vscode.MarkdownString(
      `Coverage colours: ${met} of ${total} requirements are met\n\n` +
        ['met: a thin line', 'partly met: dashes', 'unmet: a double line', 'never evaluated: dots', 'infeasible: lines above and below']
          .map((line, index) => `- ${looks[standings[index] ?? 'met'].sign} ${line}`)
          .join('\n') +
        '\n\nClick to hide them.',
    );
    this.legend.show();
  }
}
