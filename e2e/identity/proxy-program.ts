import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@/testing/server/test-server';

export type ProxyLocation = { port: number; folder: string };

export const newProxyLocation = async (name: string): Promise<ProxyLocation> => ({
  port: await freePort(),
  folder: fs.mkdtempSync(path.join(os.tmpdir(), `slipway-${name}-`)),
});

export abstract class ProxyProgram {
  readonly port: number;
  protected readonly folder: string;
  private child: ChildProcess | undefined;

  constructor({ port, folder }: ProxyLocation) {
    this.port = port;
    this.folder = folder;
  }

  protected async run(child: ChildProcess): Promise<void> {
    this.child = child;
    for (let tries = 0; ; tries++) {
      const isThere = await fetch(`http://localhost:${this.port}/`, { redirect: 'manual' }).then(
        () => true,
        () => false,
      );
      if (isThere) return;
      if (tries > 100 || child.exitCode !== null) throw new Error('The proxy did not start.');
      await delay(50);
    }
  }

  protected writeConfiguration(name: string, text: string): string {
    const file = path.join(this.folder, name);
    fs.writeFileSync(file, text);
    return file;
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
