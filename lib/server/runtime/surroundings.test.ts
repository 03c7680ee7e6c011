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
])('%j is warned of in a sentence', (env, words) => {
  expect(warningsAbout(parseConfig({ ...production, ...env }))).toEqual([expect.stringMatching(words)]);
});

test.each([
  {},
  { BASE_URL: 'https://files.example.org', TRUSTED_PROXIES: '10.0.0.1' },
  { BASE_URL: 'http://[::1]:3000' },
])('%j is nothing to warn of', (env) => {
  expect(warningsAbout(parseConfig({ ...production, ...env }))).toEqual([]);
});

test('misspelt names in .env and in the environment are warned of', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-names-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  expect(warningsAboutNames(production, folder)).toEqual([]);
  fs.writeFileSync(path.join(folder, '.env'), '# BASE_URL=x\nMAXSIZE=1G\nAPP_NAME="Files"\nCOLOUR=blue\n');
  expect(warningsAboutNames({ ...production, S3_BUCKETS: 'x' }, folder)).toEqual([
    'COLOUR is no setting and is ignored.',
    'MAXSIZE is no setting and is ignored. Did you mean MAX_SIZE?',
    'S3_BUCKETS is no setting and is ignored. Did you mean S3_BUCKET?',
  ]);
});
