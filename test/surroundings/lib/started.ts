import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { freePort, startCommand } from '@/testing/server/test-server';
import { loopback } from './in-network';
import type { Surroundings } from './line';

const patienceMs = 90_000;
export const password = 'the admin of the surroundings';

/** Not in /tmp, because some lines remove that. */
export function newFolder(name: string): string {
  const folder = fs.mkdtempSync(`/var/tmp/slipway-${name}-`);
  fs.chmodSync(folder, 0o711); // root's PostgreSQL runs under another account and has to pass through
  return folder;
}

export function removeFolder(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** The built product with a home folder that outlives stop and start. */
export class StartedServer {
  readonly home = newFolder('around');
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
    if (around.uid !== undefined) fs.chownSync(this.home, around.uid, around.uid);
  }

  get url(): string {
    return `http://${this.#around.host ?? 'localhost'}:${this.#port}`;
  }

  get databaseUrl(): string {
    const folder = path.join(this.dataDir, 'postgres');
    const embedded = `postgresql://postgres@localhost/slipway?host=${encodeURIComponent(folder)}`;
    const { databaseUrl = embedded, env } = this.#around;
    // Node reads this only at its start.
    const authority = env?.NODE_EXTRA_CA_CERTS;
    return authority ? `${databaseUrl}&sslrootcert=${encodeURIComponent(authority)}` : databaseUrl;
  }

  /** Starts with a copy of another start's DATA_DIR. */
  copy(template: string): void {
    fs.mkdirSync(path.dirname(this.dataDir), { recursive: true });
    const { status } = spawnSync('cp', ['-a', `${template}/.`, this.dataDir]);
    if (status !== 0) throw new Error(`${template} could not be copied.`);
  }

  /**
   * Resolves when the product is ready.
   * @throws its output when it ends before or takes too long
   */
  async start(more: Record<string, string> = {}): Promise<void> {
    this.#port ||= await freePort(loopback);
    const child = this.#spawn(more);
    this.#child = child;
    this.output = '';
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
    if (end !== true) throw new Error(this.output.trim());
  }

  #spawn(more: Record<string, string>) {
    const { env, shell = 'true', wrapper = [], node = process.execPath, uid } = this.#around;
    const [file = '', ...args] = [
      ...wrapper,
      '/bin/sh',
      '-c',
      `${shell} && exec "$@"`,
      'sh',
      node,
      ...startCommand,
    ];
    return spawn(file, args, {
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
        ...(this.#around.databaseUrl && { DATABASE_URL: this.#around.databaseUrl }),
        ...this.#env,
        ...env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid, gid: uid }),
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  }

  async remove(): Promise<void> {
    await this.stop();
    removeFolder(this.home);
  }
}
