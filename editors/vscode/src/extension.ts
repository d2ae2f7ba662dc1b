// What the editor calls first and last.
import * as vscode from 'vscode';
import { Server } from './client';
import { Colours } from './coverage/colours';
import { Tests } from './testing/controller';
import { Texts } from './texts';
import { InstanceViews } from './view/panel';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const texts = new Texts();
  const tests = new Tests();
  const colours = new Colours(() => tests.cover());
  server = new Server(texts);
  context.subscriptions.push(
    texts.register(),
    tests.register(),
    colours.register(),
    server.register(),
    new InstanceViews(vscode.Uri.joinPath(context.extensionUri, 'media')).register(),
    tests.onDidCover(({ folder, report }) => colours.take(folder, report)),
  );
  await server.start();
  await tests.refreshAll();
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
