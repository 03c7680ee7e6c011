import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { removeDeadFolders } from './launch';
import { startPages } from './pages';

const script = `
  import http from 'node:http';
  process.on('disconnect', () => process.exit());
  process.on('message', (order) => {
    if (order === 'stop') process.exit();
    const server = http.createServer((_req, res) => res.end(String(process.pid)));
    server.listen(order.socket, () => process.send('listening'));
  });
`;

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-start-pages-'));
fs.mkdirSync(path.join(root, 'dist'));
fs.writeFileSync(path.join(root, 'dist/pages.mjs'), script);

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  fs.rmSync(root, { recursive: true });
});

const answerAt = (socketPath: string) =>
  new Promise<string>((resolve, reject) => {
    http.get({ socketPath }, (answer) => resolve(text(answer))).once('error', reject);
  });

test('pages that die come back, although another server took their folder away for that of a dead one', async () => {
  const died = vi.fn();
  const pages = await startPages(root, died).open({ NODE_ENV: 'test' });
  endings.push(pages.stop);
  const first = pages.socket();
  const pid = Number(await answerAt(first));

  process.kill(pid, 'SIGKILL');
  await vi.waitUntil(() => died.mock.calls.length > 0, { timeout: 5_000 });
  await removeDeadFolders();
  await vi.waitUntil(pages.isUp, { timeout: 5_000 });

  expect(Number(await answerAt(pages.socket()))).not.toBe(pid);
  expect(fs.existsSync(path.dirname(first))).toBe(false);
  await pages.stop();
  expect(fs.existsSync(path.dirname(pages.socket()))).toBe(false);
});
