import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { call } from '@/lib/client/call/call';
import { alias } from '@/lib/contract/alias/alias';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { newServer, signIn } from './servers';

const secret = (about: string) => `${about}${randomBytes(12).toString('hex')}`;

const shape = {
  event: 'request',
  level: 'info',
  time: expect.stringMatching(/^\d{4}-.+Z$/),
  ip: expect.any(String),
};

test('each request has a line in the log with the id that its answer carries, and no line has a secret', async () => {
  const words = secret('share-password-');
  const mine = secret('login-password-');
  const server = await newServer({ env: { LOG_LEVEL: 'debug', ADMIN_PASSWORD: mine } });
  await server.start();
  const caller = await signIn(server, mine);
  const token = caller.headers[headerNames.auth] ?? '';
  const secrets = [words, mine, token];
  const planted = (about: string) => {
    const one = secret(about);
    secrets.push(one);
    return one;
  };

  const name = planted('share-name-');
  const body = { name, validity: 3_600_000, maxViews: 5, password: words, description: planted('note-') };
  const { id } = await call(share.create, { body }, caller);
  const upload = await fetch(server.url + fillPath(bytePaths.uploads, { id }), {
    method: 'POST',
    headers: {
      ...caller.headers,
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': `filename ${btoa(planted('file-name-'))}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: planted('content-').slice(0, 5),
  });
  expect(upload.status).toBe(201);
  await call(share.publish, { params: { id } }, caller);
  const { publishInfo } = await call(share.get, { params: { id } }, caller);
  const linkId = publishInfo?.id ?? '';
  const aliasId = planted('alias-');
  await call(
    alias.create,
    { body: { id: aliasId, name: planted('alias-name-'), validity: 3_600_000, enabled: true, members: [] } },
    caller,
  );
  secrets.push(linkId);

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, { redirect: 'manual', ...init });
  const cookie = `${cookieNames.auth}=${token}; ${cookieNames.password}=${planted('cookie-')}`;
  const open = `/api/v2/open/share/${linkId}`;
  const login = { account: 'admin', password: planted('wrong-password-') };
  const answers = await Promise.all([
    ask(`${open}?x=${planted('query-')}`, { headers: { [headerNames.password]: planted('wrong-header-') } }),
    ask(open, { headers: { [headerNames.password]: words } }),
    ask(`${open}/file/${planted('file-id-')}`),
    ask(paths.open(linkId), { headers: { cookie } }),
    ask(paths.inbox(aliasId)),
    ask(`/${planted('nowhere-')}/${planted('nowhere-')}`),
    ask('/api/v2/alias/upload/new', { method: 'POST', headers: { [headerNames.alias]: aliasId }, body: '{' }),
    ask('/api/v2/alias/upload/new', {
      method: 'POST',
      headers: { [headerNames.alias]: planted('no-alias-') },
    }),
    ask('/api/v2/open/auth/login', { method: 'POST', body: JSON.stringify(login) }),
    ask('/api/v2/open/signup/register', {
      method: 'POST',
      body: JSON.stringify({ ...login, invite: planted('invite-') }),
    }),
    ask('/api/auth/callback/password', {
      method: 'POST',
      body: new URLSearchParams({ ...login, csrfToken: planted('csrf-') }),
    }),
    ask('/api/v2/sec/share/search', { headers: { [headerNames.auth]: planted('bad-token-') } }),
    ask('/api/v2/sec/upload', { method: 'POST', headers: caller.headers, body: planted('no-form-') }),
    ask(paths.shares, { headers: { cookie, authorization: `Bearer ${planted('bearer-')}` } }),
  ]);
  // And with the database away, when failures are logged whole.
  server.process.kill('database');
  const broken = await Promise.all([
    ask(open, { headers: { [headerNames.password]: planted('outage-') } }),
    ask('/api/v2/open/auth/login', { method: 'POST', body: JSON.stringify(login) }),
  ]);
  await server.stop();

  const lines = server.process.output.split('\n').filter((line) => line.startsWith('{'));
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const { headers, status } of [...answers, ...broken]) {
    const req = headers.get('x-request-id');
    expect(req).toMatch(/^\w{32}$/);
    expect(logged.filter((line) => line.req === req && line.event === 'request')).toMatchObject([
      { ...shape, status, ms: expect.any(Number) },
    ]);
  }
  for (const one of secrets) expect(server.process.output).not.toContain(one);
});
