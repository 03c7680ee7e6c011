import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newAccount } from '@/testing/people/account';
import { running } from '@/testing/server/running';

/** Fails for refusals whose status is 200, too. */
const refusingCurl = `curl() {
  local answer code=0
  answer=$(mktemp -p .)
  command curl "$@" > "$answer" || code=$?
  cat "$answer"
  ! grep -a '"success":false' "$answer" >&2 && return $code
  return 22
}`;

/** The server knows itself as localhost only, so it answers paths to who calls it otherwise. */
const byAddress = (url: string) => url.replace('localhost', '127.0.0.1');

test.each([
  ['as the server’s own settings name it', (url: string) => url],
  ['by another name', byAddress],
])('the walk-through in docs/use/api.md works as written with the server called %s', async (_, called) => {
  const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/use/api.md'), 'utf8');
  const steps = [...page.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  expect(steps.length).toBeGreaterThan(6);

  const { login, password } = await newAccount();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-docs-'));
  const script = ['set -euxo pipefail', refusingCurl, ...steps, 'echo "walked to the end"'].join('\n');
  const { stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, SLIPWAY: called(running().url), LOGIN: login, PASSWORD: password },
  });
  fs.rmSync(folder, { recursive: true });
  expect(`${stdout}\n${stdout.includes('walked to the end') ? '' : stderr}`).toContain('walked to the end');
});

test('the guide finds a word without scripts, and strangers nothing for operators', async () => {
  const page = await fetch(`${running().url}/api/doc/guide?q=E2EE`);
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toContain('href="/api/doc/guide/encryption');
  const backup = await (await fetch(`${running().url}/api/doc/guide?q=backup&q=other`)).text();
  expect(backup).not.toContain('/api/doc/operate/');
});

test.each([
  ['de', true],
  ['en-GB', false],
])('a reader of %s is told that the documents are in English: %s', async (language, isTold) => {
  const page = await fetch(`${running().url}/api/doc/guide/share`, {
    headers: { 'accept-language': language },
  });
  expect(/<h1[^>]*>Share files<\/h1><p lang=/.test(await page.text())).toBe(isTold);
});
