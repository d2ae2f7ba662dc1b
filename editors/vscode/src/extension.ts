// What the editor calls first and last.
import * as vscode from 'vscode';
import { Server } from './client';
import { Texts } from './texts';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const texts = new Texts();
  server = new Server(texts, async () => undefined);
  context.subscriptions.push(texts.register(), server.register());
  await server.start();
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
