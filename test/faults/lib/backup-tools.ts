import fs from 'node:fs';
import path from 'node:path';
import { ServerProcess } from '@/testing/server/server-process';
import type { TestServer } from '@/testing/server/test-server';

export type Check = (isRight: boolean, sentence: string) => unknown;

export async function runTool(
  server: TestServer,
  name: 'backup' | 'restore',
  file: string,
  ...options: string[]
) {
  const began = performance.now();
  const run = new ServerProcess({
    command: [path.resolve(import.meta.dirname, `../../../scripts/${name}.mjs`), file, ...options],
    cwd: server.home,
    env: { ...server.places, LOG_LEVEL: 'warn' },
  });
  const { code } = await run.exit;
  return { code, output: run.output, ms: performance.now() - began };
}

/** A single flipped bit has to be refused, and must leave nothing that a start would use. */
export async function checkDamaged(
  server: TestServer,
  file: string,
  check: Check,
  filesDir?: string,
): Promise<void> {
  const damaged = `${file}.damaged`;
  fs.copyFileSync(file, damaged);
  const handle = fs.openSync(damaged, 'r+');
  const at = Math.floor(fs.statSync(damaged).size * 0.6);
  const byte = Buffer.alloc(1);
  fs.readSync(handle, byte, 0, 1, at);
  fs.writeSync(handle, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
  fs.closeSync(handle);
  const { code, output } = await runTool(server, 'restore', damaged);
  check(code === 2 && output.includes('damaged'), `A damaged backup was not refused: ${output}`);
  const isLeft =
    filesDir === undefined
      ? fs.existsSync(path.join(server.dataDir, 'files'))
      : fs.readdirSync(filesDir).length > 0;
  check(!isLeft, 'A damaged backup has left files in their place.');
  fs.rmSync(damaged);
}

/** Data is only replaced when the server is stopped and the operator confirms, and is kept aside. */
export async function checkReplace(
  server: TestServer,
  file: string,
  check: Check,
  filesDir?: string,
): Promise<void> {
  const running = await runTool(server, 'restore', file, '--replace');
  check(running.code === 2, 'A backup was restored over an installation that runs.');
  await server.stop();
  const refused = await runTool(server, 'restore', file);
  check(refused.code === 2 && refused.output.includes('--replace'), `Nobody asked for it: ${refused.output}`);
  const replaced = await runTool(server, 'restore', file, '--replace');
  check(replaced.code === 0, `What is there could not be replaced: ${replaced.output}`);
  const aside = fs.readdirSync(server.dataDir).find((name) => name.startsWith('replaced-'));
  const setAside = aside ? fs.readdirSync(path.join(server.dataDir, aside)) : [];
  const wanted = filesDir === undefined ? ['files', 'postgres', 'secret'] : ['postgres', 'secret'];
  check(
    wanted.every((name) => setAside.includes(name)),
    `Put aside: ${setAside.join(', ')}.`,
  );
  if (filesDir !== undefined && aside)
    check(fs.readdirSync(path.join(filesDir, aside)).includes('incoming'), 'FILES_DIR is not put aside.');
  await server.start();
}
