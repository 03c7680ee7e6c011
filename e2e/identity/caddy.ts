import { spawn } from 'node:child_process';
import { ensureProgram } from '../../scripts/lib/debian-program.mjs';
import { newStand, ProxyProgram } from './proxy-program';

/** A real Caddy with one site, without TLS and without its own port for administration. */
export class Caddy extends ProxyProgram {
  static make = async (): Promise<Caddy> => new Caddy(await newStand('caddy'));

  /** @param site as in a Caddyfile, for `http://localhost:PORT` */
  async startWith(site: string): Promise<void> {
    const file = this.writeConfiguration('Caddyfile', `{\n  admin off\n  auto_https off\n}\n${site}\n`);
    const args = ['run', '--config', file, '--adapter', 'caddyfile'];
    const env = { ...process.env, HOME: this.folder };
    await this.run(spawn(await ensureProgram('caddy'), args, { stdio: 'ignore', env }));
  }
}
