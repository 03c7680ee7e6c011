import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newServer } from './servers';

async function refusalWith(env: Record<string, string>): Promise<string> {
  const run = (await newServer({ env })).launch();
  expect(await run.exit).toEqual({ code: 1, signal: null });
  expect(run.output).not.toMatch(/^\s+at /m); // a sentence, no trace
  return run.output;
}

test('a second server on the same DATA_DIR is refused in one sentence and harms nothing; of three at once one runs', async () => {
  const first = await newServer();
  await first.start();
  const output = await refusalWith({ DATA_DIR: first.dataDir });
  expect(output).toContain(`Another Slipway already runs on ${first.dataDir}. Stop it first`);
  expect((await fetch(`${first.url}/api/v2/open/info/version`)).status).toBe(200);

  await first.kill(); // a dead owner's lock lies there
  const rivals = await Promise.all([1, 2, 3].map(() => newServer({ env: { DATA_DIR: first.dataDir } })));
  const runs = rivals.map((rival) => rival.launch());
  const ready = await Promise.allSettled(runs.map((run) => run.says('is ready')));
  expect(ready.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(runs.filter(({ output }) => output.includes('already runs on'))).toHaveLength(2);
});

test('a wrong variable is named with its value and what is allowed', async () => {
  const output = await refusalWith({ MAX_SIZE: 'lots', PORT: '70000' });
  expect(output).toContain('MAX_SIZE is "lots" but must be a size such as 512K, 10M or 1.5G.');
  expect(output).toContain('PORT is "70000" but must be a port number.');
});

test('a broken mail template is named with what is wrong', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-templates-'));
  fs.mkdirSync(path.join(folder, 'de'));
  fs.writeFileSync(path.join(folder, 'de/share.txt'), 'Subject: Dateien\n\nHier: {{link}}\n');
  const output = await refusalWith({ MAIL_TEMPLATES_DIR: folder });
  fs.rmSync(folder, { recursive: true });
  expect(output).toContain(
    `MAIL_TEMPLATES_DIR: the mail template ${folder}/de/share.txt asks for {{link}}, but there are only user, url`,
  );
});

test('a taken port is named', async () => {
  const other = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as net.AddressInfo;
  try {
    expect(await refusalWith({ PORT: String(port) })).toContain(`Port ${port} is taken.`);
  } finally {
    other.close();
  }
});

test('an address that is not this machine’s is named', async () => {
  expect(await refusalWith({ HOST: '192.0.2.77' })).toContain('HOST is "192.0.2.77" but must be an address');
});

test('a database that another PostgreSQL has written is left as it is, and the way over is named', async () => {
  const earlier = await newServer(); // its database lies there and was never started
  const file = path.join(earlier.dataDir, 'postgres/data/PG_VERSION');
  const version = fs.readFileSync(file, 'utf8').trim();
  fs.writeFileSync(file, '12\n');
  const output = await refusalWith({ DATA_DIR: earlier.dataDir });
  expect(output).toContain(
    "was written by PostgreSQL 12, whose programs can't be had for this machine. Nothing was changed.",
  );
  expect(output).toContain('node scripts/restore.mjs FILE --replace');
  expect(fs.readFileSync(file, 'utf8')).toBe('12\n');

  fs.writeFileSync(file, `${version}\n`);
  await (await newServer({ env: { DATA_DIR: earlier.dataDir } })).start();
});

test('a database that isn’t there is waited for, and named without its password', async () => {
  const env = { DATABASE_URL: 'postgresql://me:hush@127.0.0.1:1/slipway' };
  const run = (await newServer({ env })).launch();
  await run.says('Waiting up to a minute for the database');
  run.signal('SIGTERM'); // it ends at once, and not when the minute is over
  expect(await run.exit).toEqual({ code: 0, signal: null });
  expect(run.output).not.toContain('hush');
});
