import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

export function scratchFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-curl-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

export type CommandResult = { code: number; out: string; err: string };

export function run(
  program: string,
  args: string[],
  { cwd, input = '' }: { cwd: string; input?: string | Buffer },
) {
  return new Promise<CommandResult>((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd, timeout: 20_000, env: { ...process.env, LANG: 'C' } },
      (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, out: String(out), err: String(err) }),
    );
    child.stdin?.on('error', () => undefined); // it may not want to read all of it
    child.stdin?.end(input);
  });
}
