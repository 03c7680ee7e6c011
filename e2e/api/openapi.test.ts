import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raw } from '@/testing/network/raw';
import { newAccount } from '@/testing/people/account';
import { running } from '@/testing/server/running';

const run = promisify(execFile);
const modules = path.resolve(import.meta.dirname, '../../node_modules');
const tool = (name: string) => path.join(modules, '.bin', name);

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-e2e-openapi-'));
  fs.symlinkSync(modules, path.join(folder, 'node_modules'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const program = `
import * as slipway from './slipway';

const [account = '', password = '', baseUrl = ''] = process.argv.slice(2);
slipway.defaults.baseUrl = baseUrl;

const wrong = await slipway.authLogin({ account, password: 'wrong' });
const session = await slipway.authLogin({ account, password });
if (session.status !== 200 || session.data.token === null) throw new Error('not signed in');
slipway.defaults.headers = { 'Sharry-Auth': session.data.token };

const made = await slipway.shareCreate({ name: 'Made by a generated client', validity: 3600000, maxViews: 1 });
const id: string = made.status === 200 ? made.data.id : '';
const detail = await slipway.shareGet(id);
const missing = await slipway.shareGet('nowhere');
const refusal: 'share.notFound' | 'request.notFound' | null = missing.status === 404 ? missing.data.code : null;

process.stdout.write(JSON.stringify({
  wrong: wrong.status === 200 && wrong.data.code,
  user: session.data.user,
  name: detail.status === 200 && detail.data.name,
  refusal,
}));
`;

const options = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
    lib: ['es2023', 'dom', 'dom.iterable'],
  },
};

test('the document is served, valid, and names the installation’s own address', async () => {
  const { status, headers, json } = await raw('GET', '/api/v2/openapi.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(json).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: expect.stringMatching(/^http:\/\/localhost:/) }],
  });
  expect(await new Validator().validate(json as Record<string, unknown>)).toMatchObject({ valid: true });
});

test('a client generated from it type-checks and works', async () => {
  const { json } = await raw('GET', '/api/v2/openapi.json');
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
  write('openapi.json', JSON.stringify(json));
  write('program.ts', program);
  write('tsconfig.json', JSON.stringify({ ...options, include: ['program.ts'] }));
  write('package.json', JSON.stringify({ type: 'module' }));

  await run(tool('oazapfts'), ['openapi.json', 'slipway.ts'], { cwd: folder });
  await run(tool('tsc'), ['-p', '.'], { cwd: folder });
  const { id: _, login, password } = await newAccount();
  const { stdout } = await run(tool('tsx'), ['program.ts', login, password, running().url], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({
    wrong: 'auth.loginFailed',
    user: login,
    name: 'Made by a generated client',
    refusal: 'share.notFound',
  });
});

test('the readable page is a page of ours: every call, under our own policy, without another site', async () => {
  const answer = await fetch(`${running().url}/api/doc`);
  const html = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const { json } = await raw('GET', '/api/v2/openapi.json');
  const { paths } = json as { paths: Record<string, Record<string, { operationId: string }>> };
  for (const operation of Object.values(paths).flatMap(Object.values)) {
    expect(html).toContain(`id="${operation.operationId}"`);
  }
  expect(html).not.toMatch(/(src|href)="(https?:)?\/\/(?!localhost)/);
});
