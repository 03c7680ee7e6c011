import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from '@/lib/server/config';
import { convertSharryConfig, envLines } from './sharry-env';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-sharry-env-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function convert(text: string, variables: Record<string, string> = {}) {
  const file = path.join(folder, 'sharry.conf');
  fs.writeFileSync(file, text);
  const converted = convertSharryConfig(file, variables);
  return { ...converted, read: parseEnv(envLines(converted).join('\n')) };
}

test('the sample’s configuration becomes one that Slipway reads, and nothing of it is passed over in silence', () => {
  const sample = path.resolve(
    import.meta.dirname,
    '../../../../test/fixtures/import/sharry-pg-db/sharry.conf',
  );
  const { env, left, read } = convert(fs.readFileSync(sample, 'utf8'), { SHARRY_GITHUB_SECRET: 'geheim' });
  expect(read).toEqual(env);
  expect(parseConfig({ ...read, NODE_ENV: 'production' })).toMatchObject({
    BASE_URL: 'https://share.example.org',
    APP_NAME: 'Werkstatt',
    SIGNUP_MODE: 'invite',
    MAX_SIZE: 2 * 1024 ** 3,
    MAX_VALIDITY: 3700 * 86_400_000,
    OAUTH_PROVIDERS: [{ id: 'github', userIdKey: 'login', clientSecret: 'geheim' }],
  });
  expect(left.map(({ key }) => key)).toContain('backend.jdbc.url');
  expect(left.every(({ why }) => why !== 'unknown')).toBe(true);
});

test('each unknown key is named', () => {
  const { left } = convert('sharry.restserver { webapp.new-thing = 1, base-url = "http://x" }\nother.a = 1');
  expect(left).toEqual([
    { key: 'other.a', why: 'unknown' },
    { key: 'webapp.new-thing', why: 'unknown' },
  ]);
});

test('defaults of Sharry that Slipway doesn’t share are reported', () => {
  expect(convert('').read).toEqual({ SIGNUP_MODE: 'open' });
});

test('only what differs is written: where it listens and how often it cleans up are not', () => {
  const { read, left } = convert(
    'sharry.restserver { bind { address = "0.0.0.0", port = 9090 }, backend.cleanup.interval = 14 days }',
  );
  expect(read).toEqual({ SIGNUP_MODE: 'open' });
  expect(left).toEqual([
    { key: 'bind.address', why: 'see HOST and PORT' },
    { key: 'bind.port', why: 'see HOST and PORT' },
    { key: 'backend.cleanup.interval', why: 'see CLEANUP_INTERVAL' },
  ]);
});

test('missing settings are named: a secret, and the password for invites', () => {
  const { toDo } = convert(`sharry.restserver.backend {
    signup.mode = invite
    auth.oauth { aad { enabled = true, client-id = i }, git { enabled = true, client-id = i, client-secret = s } }
  }`);
  expect(toDo).toEqual([
    'OAUTH_PROVIDERS: the clientSecret of aad, in place of SET-THIS',
    'INVITE_PASSWORD: without it admins can’t make invite keys',
  ]);
  expect(convert('sharry.restserver.backend.signup { mode = invite, invite-password = p }').toDo).toEqual([]);
});

test('mail, the fixed account and providers in a list are put together', () => {
  const { read } = convert(`sharry.restserver.backend {
    mail { enabled = true, smtp { host = mx, port = 465, user = "a@b", password = "p:/w", ssl-type = ssl, list-id = "L" } }
    auth.fixed { enabled = true, user = root, password = "it's \\"so\\"" }
    auth.oauth = [{ enabled = false, id = no }, { enabled = true, id = aad, client-id = i }]
  }`);
  expect(read).toMatchObject({
    SMTP_URL: 'smtps://a%40b:p%3A%2Fw@mx:465',
    MAIL_LIST_ID: 'L',
    ADMIN_LOGIN: 'root',
    ADMIN_PASSWORD: `it's "so"`,
  });
  expect(JSON.parse(read.OAUTH_PROVIDERS ?? '')).toEqual([
    expect.objectContaining({ id: 'aad', clientId: 'i', clientSecret: 'SET-THIS' }),
  ]);
});
