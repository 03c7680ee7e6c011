import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '@/lib/client/call/call';
import { doctor, type Examination } from '@/lib/contract/admin/doctor';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/http/names';
import { onDatabase } from '@/testing/people/account';
import { admin, TestServer } from '@/testing/server/test-server';
import { Caddy } from '../identity/caddy';
import { Nginx } from '../identity/nginx';
import { createShare } from './servers';

const documentation = fs.readFileSync(
  path.resolve(import.meta.dirname, '../../docs/operate/proxy.md'),
  'utf8',
);

const documented = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(documentation)?.[1] ?? '';

const proxies = [
  [
    'nginx',
    () => Nginx.make(),
    (port: number, server: number) =>
      documented('nginx')
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${server}`),
  ],
  [
    'Caddy',
    () => Caddy.make(),
    (port: number, server: number) =>
      documented('caddyfile')
        .replace('files.example.org', `http://localhost:${port}`)
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${server}`),
  ],
] as const;

const bytes = randomBytes(100 * 1024 * 1024);
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

function ask(port: number, at: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: at, localAddress: '127.0.0.2' };
    const request = http.get(
      { ...options, headers: { ...headers, host: `localhost:${port}` } },
      async (reply) => {
        let text = '';
        for await (const part of reply) text += part;
        resolve(text);
      },
    );
    request.on('error', reject);
  });
}

describe.each(proxies)('behind %s as it is documented', (_name, make, configured) => {
  let proxy: Nginx | Caddy;
  let server: TestServer;
  let headers: Record<string, string>;
  let base: string;
  beforeAll(async () => {
    proxy = await make();
    base = `http://localhost:${proxy.port}`;
    const env = { BASE_URL: base, TRUSTED_PROXIES: '127.0.0.1', PROXY_AUTH: 'true' };
    server = await TestServer.make({ env });
    await server.start();
    await proxy.startWith(configured(proxy.port, server.port));
    const { token } = await call(
      auth.login,
      { body: { account: admin.login, password: admin.password } },
      { base },
    );
    headers = { [headerNames.auth]: token ?? '' };
  });
  afterAll(async () => {
    await proxy.remove();
    await server.remove();
  });

  test('100 MB go up in one request, and come back in parts', async () => {
    const shareId = await createShare({ base, headers }, 'Large');
    const created = await fetch(`${base}/api/v2/sec/upload/${shareId}/files/tus`, {
      method: 'POST',
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes,
    });
    expect(created.status).toBe(201);
    const file = `${base}/api/v2/sec/share/${shareId}/file/${created.headers.get('location')?.split('/').at(-1)}`;
    const half = bytes.length / 2;
    const parts = await Promise.all(
      [`bytes=0-${half - 1}`, `bytes=${half}-`].map(async (range) => {
        const answer = await fetch(file, { headers: { ...headers, range } });
        expect(answer.status).toBe(206);
        return Buffer.from(await answer.arrayBuffer());
      }),
    );
    expect(sha256(Buffer.concat(parts))).toBe(sha256(bytes));
  });

  test('nobody signs in by a header of their own', async () => {
    const forged = { 'x-valid-user': 'carol', 'x-user-email': 'carol@example.org' };
    const answer = await fetch(`${base}${auth.proxy.path}`, { method: 'POST', headers: forged });
    expect(await answer.json()).toMatchObject({ success: false, code: 'auth.proxyRefused' });
  });

  test('the doctor finds nothing wrong: no limit, nothing collected, and who is calling is known', async () => {
    const { findings } = JSON.parse(await ask(proxy.port, doctor.examine.path, headers)) as Examination;
    for (const name of ['baseUrl', 'upload', 'download', 'proxies', 'proxyAuth'] as const) {
      expect(findings.find(({ check }) => check === name)).toMatchObject({ check: name, outcome: 'fine' });
    }
    expect(findings.find(({ check }) => check === 'proxies')?.values.address).toBe('127.0.0.2');
  });
});

describe('behind an nginx that nobody has told anything', () => {
  test('the doctor says what it does to uploads, to downloads and to who is calling', async () => {
    const nginx = await Nginx.make();
    const base = `http://localhost:${nginx.port}`;
    const env = { BASE_URL: base, TRUSTED_PROXIES: '127.0.0.1', PROXY_AUTH: 'true' };
    const server = await TestServer.make({ env });
    try {
      await server.start();
      const plain = (more: string) => `server {
        listen 127.0.0.1:${nginx.port};
        ${more}
        location / { proxy_pass ${server.url}; proxy_set_header Host $http_host; }
      }`;
      await nginx.startWith(plain(''));
      const body = { account: admin.login, password: admin.password };
      const { token } = await call(auth.login, { body }, { base });
      const own = { [headerNames.auth]: token ?? '' };
      const { findings } = await call(doctor.examine, {}, { base, headers: own });
      const codes = Object.fromEntries(findings.map(({ check, code }) => [check, code]));
      expect(codes).toMatchObject({
        upload: 'tooLarge',
        download: 'collected',
        proxies: 'silent',
        proxyAuth: 'forged',
      });
      const accounts = 'SELECT count(*)::int AS count FROM "Account" WHERE source = $1';
      const { rows } = await onDatabase((client) => client.query(accounts, ['extern']), server.databaseUrl);
      expect(rows).toEqual([{ count: 0 }]);
    } finally {
      await nginx.remove();
      await server.remove();
    }
  });
});
