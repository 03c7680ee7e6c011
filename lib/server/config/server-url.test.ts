import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Connection } from '@/lib/server/db/connection';
import { parseConfig } from '../config';
import { withPlainSslMode } from './server-url';

const wrong = (env: Record<string, string>) => () => parseConfig(env as unknown as NodeJS.ProcessEnv);

const secret = 's3cr';
test.each([
  [
    `postgresql://ada:${secret}#et@db.example.org/files`,
    'has a # in its user name or password, where it must be written %23',
  ],
  [
    `postgresql://ada:${secret}/et@db.example.org/files`,
    'has a / in its user name or password, where it must be written %2F',
  ],
  [
    `postgresql://ada:${secret}?et@db.example.org/files`,
    'has a ? in its user name or password, where it must be written %3F',
  ],
  [
    `postgresql://ada:12${secret}/4@db/files`,
    'has a / in its user name or password, where it must be written %2F',
  ],
  [
    `postgresql://ada:100%${secret}@db/files`,
    'has a % in its user name or password, where it must be written %25',
  ],
  ['postgresql://ada:x@db:port/files', 'is no URL such as postgresql://user:password@host:5432/name'],
  [
    'postgresql://ada:x@db/files?schema=files',
    'names the schema "files", but tables are kept in "public": leave ?schema=files away',
  ],
  ['mysql://ada:x@db/files', 'must start with postgresql://'],
])('a database URL that leads astray (%s) is refused in a sentence without its password', (url, words) => {
  expect(wrong({ DATABASE_URL: url })).toThrow(`DATABASE_URL ${words}.`);
  expect(wrong({ DATABASE_URL: url })).not.toThrow(secret);
});

test.each([
  ['smtps://ada:a/b@mail.example.org', 'has a / in its user name or password, where it must be written %2F'],
  ['smtp://ada@example.org:a#b@mail.example.org', 'has a # in it, which must be written %23'],
])('so is one of a mail server (%s)', (url, words) => {
  expect(wrong({ SMTP_URL: url })).toThrow(`SMTP_URL ${words}.`);
});

test.each([
  'postgresql://ada:x%23y@db/files',
  'postgresql://ada:p@ss@db/files',
  'postgres://db/files?schema=public',
  'postgresql://localhost/files?host=/tmp/a@b',
  'postgresql://postgres@localhost/slipway?host=%2Ftmp%2Fx&options=-c%20a%3Db',
  'postgresql://ada@db:6432/files?sslmode=require',
])('%s passes', (url) => {
  expect(wrong({ DATABASE_URL: url })).not.toThrow();
});

test('blanks around a pasted value are no part of it', () => {
  const pasted = { S3_ACCESS_KEY_ID: ' AKIA1 ', S3_SECRET_ACCESS_KEY: 'x\n', PORT: ' 81' };
  expect(parseConfig(pasted as unknown as NodeJS.ProcessEnv)).toMatchObject({
    S3_ACCESS_KEY_ID: 'AKIA1',
    S3_SECRET_ACCESS_KEY: 'x',
    PORT: 81,
  });
});

test('a start says nothing about the versions of its packages', () => {
  const heard: string[] = [];
  const hear = ({ message }: Error) => void heard.push(message);
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation((text) => void heard.push(String(text)));
  onTestFinished(() => warn.mockRestore());
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    const { DATABASE_URL } = parseConfig({
      DATABASE_URL: `postgresql://ada@db/files?sslmode=${mode}&application_name=x`,
    } as unknown as NodeJS.ProcessEnv);
    expect(new Connection(DATABASE_URL).ssl).toBeTruthy();
  }
  expect(heard).toEqual([]);
  const lenient = 'postgresql://ada@db/files?uselibpqcompat=true&sslmode=require';
  expect(withPlainSslMode(lenient)).toBe(lenient);

  // As Node 20 would hear it of the bucket's client.
  const script = `import('./scripts/lib/environment.mjs').then(({ readEnvFile }) => {
    readEnvFile();
    const { createRequire } = require('node:module');
    const core = createRequire(require.resolve('@aws-sdk/client-s3'))('@aws-sdk/core/client');
    core.emitWarningIfUnsupportedVersion('v20.19.0');
  })`;
  const { stderr, status } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
