import { setTimeout as moment } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isLong } from '@/testing/is-long';
import type { TestServer } from '@/testing/server/test-server';
import { type AdminCaller, createShare, nameOf, newServer, signIn } from './servers';

test('no acknowledged share is lost by kill -9 of the process, of everything or of the database alone', async () => {
  const server = await newServer({ database: 'careful' });
  await server.start();
  const acknowledged = new Map<string, string>();
  for (const { what, after } of [
    { what: 'app', after: 1 },
    { what: 'database', after: 20 },
    { what: 'all', after: 60 },
  ] as const) {
    const caller = await signIn(server);
    const known = acknowledged.size;
    await createUntilKilled(server, caller, acknowledged, { what, after });
    expect(acknowledged.size - known).toBeGreaterThanOrEqual(after);

    await server.start();
    const next = await signIn(server);
    for (const [id, name] of acknowledged) expect(await nameOf(next, id)).toBe(name);
  }
});

type KillCase = { what: 'app' | 'all' | 'database'; after: number };

async function createUntilKilled(
  server: TestServer,
  caller: AdminCaller,
  acknowledged: Map<string, string>,
  { what, after }: KillCase,
): Promise<void> {
  try {
    for (let n = 1; ; n++) {
      const name = `Share ${n}, ${what}`;
      const creating = createShare(caller, name);
      if (n > after) server.process.kill(what);
      acknowledged.set(await creating, name);
    }
  } catch {
    server.process.kill('all'); // a database that died alone is just coming back
  }
  await server.process.exit;
}

test.skipIf(!isLong)('a first start that is killed at any moment does not stop the next one', async () => {
  const server = await newServer({ database: 'new', env: { ADMIN_PASSWORD: '' } });
  const moments = [120, 200, 280, 360, 440, 520, 600, 700, 800, 900, 1100];
  for (const [index, afterMs] of moments.entries()) {
    const run = server.launch();
    await moment(afterMs);
    run.kill(index % 2 === 0 ? 'app' : 'all');
    await run.exit;
  }
  await server.start();
  await signIn(server, passwordIn(server.process.output));
});

test('a start that is killed before it told the password tells a new one', async () => {
  const server = await newServer({ database: 'new', env: { ADMIN_PASSWORD: '' } });
  const first = server.launch();
  await first.says('Database migrated');
  await moment(150); // the admin is made now, and the pages are not ready yet
  first.kill('all');
  await first.exit;
  expect(first.output).not.toContain('Password');

  await server.start();
  const password = passwordIn(server.process.output);
  await signIn(server, password);
  await server.restart();
  expect(server.process.output).not.toContain('Password');
  await signIn(server, password);
});

test('a database that dies alone is started again, and until then callers are told to come back', async () => {
  const server = await newServer({ database: 'careful' });
  await server.start();
  const caller = await signIn(server);
  const id = await createShare(caller, 'Before');
  server.process.kill('database');

  const refusals: Response[] = [];
  for (;;) {
    const answer = await fetch(`${server.url}/api/v2/sec/share/${id}`, { headers: caller.headers });
    if (answer.ok) break;
    refusals.push(answer);
    await moment(20); // the database needs the processor, too
  }
  expect(refusals.length).toBeGreaterThan(0);
  for (const { status, headers } of refusals) {
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await nameOf(caller, id)).toBe('Before');
  await createShare(caller, 'After');
  expect(server.process.output).toContain('The embedded PostgreSQL died and is started again.');
});

const passwordIn = (output: string) => /Password {2}(\S+)/.exec(output)?.[1] ?? '';
