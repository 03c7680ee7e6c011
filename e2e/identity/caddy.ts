import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureCaddy } from '../../scripts/lib/caddy.mjs';
import { freePort } from '../test-server';

/** A real Caddy with one site, without TLS and without its own port for administration. */
export class Caddy {
  readonly port: number;
  private readonly folder: string;
  private child: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.folder = folder;
  }

  static async make(): Promise<Caddy> {
    return new Caddy(await freePort(), fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-caddy-')));
  }

  /** @param site as in a Caddyfile, for `http://localhost:PORT` */
  async startWith(site: string): Promise<void> {
    const file = path.join(this.folder, 'Caddyfile');
    fs.writeFileSync(file, `{\n  admin off\n  auto_https off\n}\n${site}\n`);
    const child = spawn(await ensureCaddy(), ['run', '--config', file, '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: { ...process.env, HOME: this.folder },
    });
    this.child = child;
    for (let tries = 0; ; tries++) {
      const isThere = await fetch(`http://localhost:${this.port}/`).then(
        () => true,
        () => false,
      );
      if (isThere) return;
      if (tries > 100 || child.exitCode !== null) throw new Error('Caddy did not start.');
      await delay(50);
    }
  }

  async remove(): Promise<void> {
    const { child } = this;
    if (child && child.exitCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    }
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
