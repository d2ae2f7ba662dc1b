// The entry points for the editor if Node runs the extension.
import type { ExtensionContext } from 'vscode';
import { Desktop } from './desktop/chooser';
import { begin, end } from './extension';

export function activate(context: ExtensionContext): Promise<void> {
  const host = new Desktop(context.extensionUri);
  context.subscriptions.push(host.register());
  return begin(context, host);
}

export const deactivate = end;
