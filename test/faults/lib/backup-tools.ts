import fs from 'node:fs';
import path from 'node:path';
import { ServerProcess } from '@/testing/server/server-process';
import type { TestServer } from '@/testing/server/test-server';

/** Notes a sentence for what is not right. */
export type Check = (isRight: boolean, sentence: string) => unknown;

/** Runs it as an operator does. */
export async function tool(
  server: TestServer,
  name: 'backup' | 'restore',
  file: string,
  ...options: string[]
) {
  const began = performance.now();
  const run = new ServerProcess({
    command: [path.resolve(import.meta.dirname, `../../../scripts/${name}.mjs`), file, ...options],
    cwd: server.home,
    env: { DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' },
  });
  const { code } = await run.exit;
  return { code, output: run.output, ms: performance.now() - began };
}

/** One bit in the middle is enough for a refusal, and nothing is there afterwards that a start could take for all. */
export async function checkDamaged(server: TestServer, file: string, check: Check): Promise<void> {
  const damaged = `${file}.damaged`;
  fs.copyFileSync(file, damaged);
  const handle = fs.openSync(damaged, 'r+');
  const at = Math.floor(fs.statSync(damaged).size * 0.6);
  const byte = Buffer.alloc(1);
  fs.readSync(handle, byte, 0, 1, at);
  fs.writeSync(handle, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
  fs.closeSync(handle);
  const { code, output } = await tool(server, 'restore', damaged);
  check(code === 2 && output.includes('damaged'), `A damaged backup was not refused: ${output}`);
  const isLeft = fs.existsSync(path.join(server.dataDir, 'files'));
  check(!isLeft, 'A damaged backup has left files in their place.');
  fs.rmSync(damaged);
}

/** What is there is replaced only when it is at rest and somebody says so, and even then it is kept. */
export async function checkReplace(server: TestServer, file: string, check: Check): Promise<void> {
  const running = await tool(server, 'restore', file, '--replace');
  check(running.code === 2, 'A backup was restored over an installation that runs.');
  await server.stop();
  const unasked = await tool(server, 'restore', file);
  check(unasked.code === 2 && unasked.output.includes('--replace'), `Nobody asked for it: ${unasked.output}`);
  const asked = await tool(server, 'restore', file, '--replace');
  check(asked.code === 0, `What is there could not be replaced: ${asked.output}`);
  const aside = fs.readdirSync(server.dataDir).find((name) => name.startsWith('replaced-'));
  const kept = aside ? fs.readdirSync(path.join(server.dataDir, aside)) : [];
  check(
    ['files', 'postgres', 'secret'].every((name) => kept.includes(name)),
    `Put aside: ${kept.join(', ')}.`,
  );
  await server.start();
}
