import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '@/e2e/test-server';
import type { Surroundings } from './line';

const start = path.resolve(import.meta.dirname, '../../../scripts/start.mjs');
const patienceMs = 90_000;
export const password = 'the admin of the surroundings';

/** The built product in its surroundings, with a home of its own that stays over stop and start. */
export class Started {
  readonly home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-around-'));
  readonly dataDir: string;
  output = '';
  #port = 0;
  #child: ChildProcessByStdio<null, Readable, Readable> | null = null;
  readonly #around: Surroundings;
  readonly #env: Record<string, string>;

  constructor(around: Surroundings, env: Record<string, string>) {
    this.#around = around;
    this.#env = env;
    this.dataDir = path.join(this.home, around.dataDir ?? 'data');
    fs.chmodSync(this.home, 0o711);
    if (around.uid !== undefined) fs.chownSync(this.home, around.uid, around.uid);
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  get databaseUrl(): string {
    const folder = path.join(this.dataDir, 'postgres');
    return `postgresql://postgres@localhost/slipway?host=${encodeURIComponent(folder)}`;
  }

  /** Resolves when it is ready. @throws its output when it ends before, or says nothing for too long */
  async start(more: Record<string, string> = {}): Promise<void> {
    this.#port ||= await freePort();
    const { env, shell = 'true', node = process.execPath, uid } = this.#around;
    this.output = '';
    const child = spawn('/bin/sh', ['-c', `${shell}; exec "$@"`, 'sh', node, start], {
      cwd: this.home,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: this.home,
        NODE_ENV: 'production',
        PORT: String(this.#port),
        DATA_DIR: this.dataDir,
        ADMIN_PASSWORD: password,
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'off',
        ...this.#env,
        ...env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid, gid: uid }),
    });
    this.#child = child;
    const ready = new Promise<true>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data: Buffer) => {
          this.output += data;
          if (this.output.includes('is ready')) resolve(true);
        });
      }
    });
    const late = setTimeout(() => child.kill('SIGTERM'), patienceMs);
    const end = await Promise.race([ready, once(child, 'close')]);
    clearTimeout(late);
    if (end !== true) throw new Error(`It did not start: ${this.output.trim()}`);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  }

  async remove(): Promise<void> {
    await this.stop();
    fs.rmSync(this.home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
