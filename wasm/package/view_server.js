// `aunit view` with the module: serves its page at a local address with a secret token.
import { spawn } from 'node:child_process';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const types = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', json: 'application/json' };
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";
const largestQuestion = 1 << 20; // bytes
const usageError = 4; // exit code

/** Serves the page until the process ends, and prints its address. `ask` answers the questions of the page. */
export function serve(args, ask) {
  const token = randomBytes(16).toString('hex');
  const server = createServer((request, response) => {
    answer(request, response, token, ask).catch(failure => send(response, 500, 'json', JSON.stringify({ error: String(failure.message) })));
  });
  server.on('error', failure => {
    console.error(`aunit: ${failure.message}`);
    process.exit(usageError);
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
  server.listen(Number(valueOf(args, '--port') ?? 0), '127.0.0.1', () => {
    const address = `http://127.0.0.1:${server.address().port}/${token}/`;
    if (args.includes('--json')) {
      process.stdout.on('error', () => process.exit(0)); // nobody reads the output any more
      console.log(JSON.stringify({ address }));
    } else {
      console.log(`${address}\nCtrl-C ends`);
      if (!args.includes('--no-browser') && !process.env.CI && process.stdout.isTTY) openBrowser(address);
    }
  });
}

async function answer(request, response, token, ask) {
  const [, given = '', name] = request.url.split('/');
  const expected = Buffer.from(token), said = Buffer.from(given);
  if (said.length !== expected.length || !timingSafeEqual(said, expected) || !/^127\.0\.0\.1(:\d+)?$/.test(request.headers.host ?? ''))
    return send(response, 403, 'html', '');
  if (name === 'ask' && request.method === 'POST') {
    const parts = [];
    let size = 0;
    for await (const part of request) {
      size += part.length;
      if (size > largestQuestion) return send(response, 413, 'html', '');
      parts.push(part);
    }
    return send(response, 200, 'json', JSON.stringify(await ask(JSON.parse(Buffer.concat(parts).toString('utf8')))));
  }
  if (request.method !== 'GET') return send(response, 405, 'html', '');
  const file = name === '' ? 'view.html' : name;
  if (!['view.html', 'view.css', 'report.css', 'view.js', 'view_http.js'].includes(file)) return send(response, 404, 'html', '');
  send(response, 200, file.split('.')[1], readFileSync(new URL(`view/${file}`, import.meta.url)));
}

function send(response, status, type, body) {
  response.writeHead(status, { 'Content-Type': types[type], 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' });
  response.end(body);
}

function valueOf(args, option) {
  const at = args.findIndex(argument => argument === option || argument.startsWith(`${option}=`));
  return at < 0 ? undefined : args[at].includes('=') ? args[at].split('=')[1] : args[at + 1];
}

/** Opens the address with the program for this system. Ignores errors. */
function openBrowser(address) {
  const [program, ...rest] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? ['xdg-open'];
  if (program === 'xdg-open' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  spawn(program, [...rest, address], { stdio: 'ignore', detached: true }).on('error', () => undefined).unref();
}
