// The parts of the extension that the user sees. They are the same in all environments.
import * as vscode from 'vscode';
import { Server } from './client';
import { Colours } from './coverage/colours';
import type { Host } from './engine';
import { Tests } from './testing/controller';
import { Texts } from './texts';
import { InstanceViews } from './view/panel';

let server: Server | undefined;

export async function begin(context: vscode.ExtensionContext, host: Host): Promise<void> {
  const texts = new Texts();
  const tests = new Tests(host);
  const colours = new Colours(() => tests.cover());
  server = new Server(texts, host);
  context.subscriptions.push(
    texts.register(),
    tests.register(),
    colours.register(),
    server.register(),
    new InstanceViews(vscode.Uri.joinPath(context.extensionUri, 'media'), host).register(),
    tests.onDidCover(({ folder, report }) => colours.take(folder, report)),
  );
  await server.start();
  await tests.refreshAll();
}

export function end(): Promise<void> | undefined {
  return server?.stop();
}
