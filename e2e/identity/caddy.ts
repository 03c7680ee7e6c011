import { spawn } from 'node:child_process';
import { ensureProgram } from '../../scripts/lib/debian-program.mjs';
import { newProxyLocation, ProxyProgram } from './proxy-program';

/** A real Caddy with one site, without TLS and admin port. */
export class Caddy extends ProxyProgram {
  static make = async (): Promise<Caddy> => new Caddy(await newProxyLocation('caddy'));

  /** @param site a Caddyfile block for `http://localhost:PORT` */
  async startWith(site: string): Promise<void> {
    const file = this.writeConfiguration('Caddyfile', `{\n  admin off\n  auto_https off\n}\n${site}\n`);
    const args = ['run', '--config', file, '--adapter', 'caddyfile'];
    const env = { ...process.env, HOME: this.folder };
    await this.run(spawn(await ensureProgram('caddy'), args, { stdio: 'ignore', env }));
  }
}
