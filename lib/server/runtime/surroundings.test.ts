import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseConfig } from '@/lib/server/config';
import { checkSurroundings, warningsAbout, warningsAboutNames } from './surroundings';

const production = { NODE_ENV: 'production' } as const;

test('a node that believes any certificate is refused', () => {
  expect(() => checkSurroundings({ ...production, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(
    /^NODE_TLS_REJECT_UNAUTHORIZED=0 believes anybody/,
  );
  expect(() => checkSurroundings(production)).not.toThrow();
});

test('a temporary folder that is not there, or too long for a socket, is refused with what to do', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TMPDIR', '/proc/nowhere');
  expect(() => checkSurroundings(production)).toThrow(
    /^Nothing can be made in \/proc\/nowhere \(ENOENT\)\. .* or set TMPDIR to another folder\.$/,
  );
  vi.stubEnv('TMPDIR', `/tmp/${'deep/'.repeat(20)}`);
  expect(() => checkSurroundings(production)).toThrow(/^TMPDIR is .* too long for a socket/);
});

test.each([
  [{ BASE_URL: 'http://files.example.org' }, /^BASE_URL is http:.*for everybody to read/],
  [{ BASE_URL: 'https://files.example.org' }, /TRUSTED_PROXIES is unset/],
  [{ HOST: '0.0.0.0' }, /links and sign-in work on this machine alone/],
  [{ RATE_LIMITS: 'off' }, /RATE_LIMITS is off/],
  [{ DATA_DIR: '"/data"' }, /^DATA_DIR: The quotes around its value count/],
])('%j is warned of in a sentence', (env, words) => {
  expect(warningsAbout(parseConfig({ ...production, ...env }))).toEqual([expect.stringMatching(words)]);
});

test.each([
  {},
  { BASE_URL: 'https://files.example.org', TRUSTED_PROXIES: '10.0.0.1' },
  { BASE_URL: 'http://[::1]:3000' },
  { FOOTER_TEXT: '"Ada" and "Grace"' },
])('%j is nothing to warn of', (env) => {
  expect(warningsAbout(parseConfig({ ...production, ...env }))).toEqual([]);
});

/** Returns the environment of a program that has read a `.env` with these bytes, and what it said. */
function readFile(content: string | Buffer): { env: NodeJS.ProcessEnv; err: string } {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-names-'));
  onTestFinished(() => fs.rmSync(cwd, { recursive: true }));
  fs.writeFileSync(path.join(cwd, '.env'), content);
  const reader = path.resolve('scripts/lib/environment.mjs');
  const script = `import('${reader}').then(({ readEnvFile }) => {
    readEnvFile();
    console.log(JSON.stringify(process.env));
  })`;
  const env = { ...production, APP_NAME: 'Of the environment' };
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd, env, encoding: 'utf8' });
  return { env: JSON.parse(stdout || '{}'), err: stderr };
}

test('misspelt names in .env and in the environment are warned of', () => {
  expect(warningsAboutNames(production)).toEqual([]);
  const { env } = readFile('# BASE_URL=x\nMAXSIZE=1G\nAPP_NAME="Files"\nCOLOUR=blue\n');
  expect(env.APP_NAME).toBe('Of the environment');
  expect(warningsAboutNames({ ...env, S3_BUCKETS: 'x' })).toEqual([
    'COLOUR is no setting and is ignored.',
    'MAXSIZE is no setting and is ignored. Did you mean MAX_SIZE?',
    'S3_BUCKETS is no setting and is ignored. Did you mean S3_BUCKET?',
  ]);
});

test('a line of .env that sets nothing is warned of, and takes no other with it', () => {
  const { env } = readFile('SMTP_URL: smtp://x:hush@y\nMAX_SIZE=2G\nset PORT=81\nhUsh+/hush==\n');
  expect(env).toMatchObject({ MAX_SIZE: '2G' });
  const warnings = warningsAboutNames(env);
  expect(warnings).toContain('A line of .env that begins with SMTP_URL is not NAME=value and is ignored.');
  expect(warnings).toContain('A line of .env is not NAME=value and is ignored.');
  expect(warnings.join()).not.toMatch(/hush/i);
});

test.each<[what: string, content: (text: string) => Buffer]>([
  ['a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['CRLF', (text) => Buffer.from(text.replaceAll('\n', '\r\n'))],
])('a .env with %s is read as any other', (_what, content) => {
  const { env } = readFile(
    content('BASE_URL=https://files.example.org\nMAIL_FROM="Dateien für alle <a@x.org>"\n'),
  );
  expect(env).toMatchObject({
    BASE_URL: 'https://files.example.org',
    MAIL_FROM: 'Dateien für alle <a@x.org>',
  });
  expect(warningsAboutNames(env)).toEqual([]);
});
