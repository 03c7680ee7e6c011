import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { isLong } from '@/testing/is-long';
import { ServerProcess } from '@/testing/server/server-process';
import { freePort } from '@/testing/server/test-server';
import { newServer } from './servers';

let dev: ServerProcess | undefined;
afterEach(async () => {
  dev?.signal('SIGTERM');
  await dev?.exit;
});

/** Pages compile as they are asked for, which takes as long as half of the other starts. */
test.skipIf(!isLong)('npm run dev tells a story to sign in to, and one signal ends all of it', async () => {
  const { home, dataDir } = await newServer({ database: 'new' }); // only for its folder
  const port = await freePort();
  const base = `http://localhost:${port}`;
  dev = new ServerProcess({
    command: [path.resolve('scripts/dev.mjs')],
    cwd: home,
    env: { DATA_DIR: dataDir, PORT: String(port) },
  });
  await dev.says('Sign in at');

  const { token } = await call(auth.login, { body: { account: 'ada', password: 'ada-ada-ada' } }, { base });
  const headers = { [headerNames.auth]: token ?? '' };
  const { items } = await call(share.search, {}, { base, headers });
  const states = items.map(({ published, usedUp }) => `${published}${usedUp ? ' used up' : ''}`);
  expect(new Set(states)).toEqual(new Set(['null', 'true', 'false', 'true used up']));
  expect((await fetch(`${base}/app/home`, { headers })).status).toBe(200);
  expect(dev.output).not.toMatch(/error|edge runtime|⨯|⚠/i);

  dev.signal('SIGINT');
  expect(await dev.exit).toEqual({ code: 0, signal: null });
  await expect(fetch(base)).rejects.toThrow();
});
