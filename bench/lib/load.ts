// The load generator: lg.c, compiled when needed. It costs a fraction of what a server does, and says how much.
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const source = path.resolve(import.meta.dirname, '../lg.c');
const mark = createHash('sha256').update(fs.readFileSync(source)).digest('hex').slice(0, 12);
const program = path.join(os.tmpdir(), `slipway-bench-lg-${mark}`);

export type Load = {
  wallSeconds: number;
  bytes: number;
  opsPerSecond: number;
  clientCpuSeconds: number;
  errors: number;
  p99Ms: number;
};

/** Options of lg.c: mode (tus, put, get, head), port, path, hdr, file, size, chunk, conc, count, rate … */
export async function load(options: Record<string, string | number>): Promise<Load> {
  if (!fs.existsSync(program)) {
    execFileSync('gcc', ['-O2', '-w', '-pthread', source, '-o', program], { stdio: 'inherit' });
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const run = await promisify(execFile)(program, args).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  if (run.stderr) process.stderr.write(run.stderr);
  return JSON.parse(run.stdout) as Load;
}

export function fileToSend(sizeBytes: number): string {
  const file = path.join(os.tmpdir(), `slipway-bench-${sizeBytes}`);
  const isThere = fs.existsSync(file) && fs.statSync(file).size === sizeBytes;
  if (!isThere) fs.writeFileSync(file, Buffer.alloc(sizeBytes, 'slipway'));
  return file;
}

export const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\\n`)
    .join('');
