import { execFile } from 'node:child_process';
import fs from 'node:fs';

/** Goes with the database of this process, also where every test of a file is left out. */
export const scratchFolder = (): string => fs.mkdtempSync(`${process.env.DATA_DIR}-curl-`);

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
