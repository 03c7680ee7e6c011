import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureProgram } from '../../scripts/lib/debian-program.mjs';
import { makeCertificates } from '../../testing/network/certificates';
import { freePort } from '../../testing/server/test-server';
import { nginxAround } from './nginx';
import { newProxyLocation, type ProxyLocation, ProxyProgram } from './proxy-program';

const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/operate/proxy.md'), 'utf8');

/** The blocks of code in docs/operate/proxy.md, up to those about X-Accel-Redirect. */
const documented = (language: string): string => {
  const [proxies = ''] = page.split('## Let nginx send the files');
  const blocks = [...proxies.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))];
  return blocks.map(([, text]) => text).join('\n');
};

type Place = { folder: string; port: number; tlsPort: number; upstream: string };
type DocumentedProxy = {
  language: string;
  /** Its texts, with those of this machine: port, certificate, name. */
  replacements: (place: Place) => Record<string, string>;
  around?: (folder: string, text: string, program: string) => string;
  file: string;
  args: (file: string, folder: string) => string[];
};

const certificate = ({ folder }: Place) => [`${folder}/server.pem`, `${folder}/server.key`] as const;

export const documentedProxies = {
  nginx: {
    language: 'nginx',
    replacements: (place) => ({
      'listen 443 ssl;': `listen 127.0.0.1:${place.tlsPort} ssl;
        ssl_certificate ${certificate(place)[0]}; ssl_certificate_key ${certificate(place)[1]};`,
      'listen 80;': `listen 127.0.0.1:${place.port};`,
    }),
    around: nginxAround,
    file: 'nginx.conf',
    args: (file, folder) => ['-p', folder, '-c', file, '-e', `${folder}/error.log`],
  },
  apache2: {
    language: 'apache',
    replacements: (place) => ({
      '*:80': `127.0.0.1:${place.port}`,
      '*:443': `127.0.0.1:${place.tlsPort}`,
      '# SSLCertificateFile and SSLCertificateKeyFile': `SSLCertificateFile ${certificate(place)[0]}
        SSLCertificateKeyFile ${certificate(place)[1]}`,
      'https://files.example.org/': `https://localhost:${place.tlsPort}/`,
    }),
    around: apacheAround,
    file: 'apache2.conf',
    args: (file) => ['-f', file, '-D', 'FOREGROUND'],
  },
  haproxy: {
    language: 'haproxy',
    replacements: (place) => ({
      'bind :80': `bind 127.0.0.1:${place.port}`,
      'bind :443': `bind 127.0.0.1:${place.tlsPort}`,
      '/etc/haproxy/files.pem': `${place.folder}/both.pem`,
    }),
    file: 'haproxy.cfg',
    args: (file) => ['-db', '-f', file],
  },
  caddy: {
    language: 'caddyfile',
    replacements: (place) => ({
      'files.example.org {': `{
        admin off
        skip_install_trust
        http_port ${place.port}
        https_port ${place.tlsPort}
      }
      localhost {
        tls ${certificate(place).join(' ')}`,
    }),
    file: 'Caddyfile',
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
} satisfies Record<string, DocumentedProxy>;

export type ProxyName = keyof typeof documentedProxies;

/** Debian’s program as docs/operate/proxy.md configures it, with a certificate of a private authority. */
export class Documented extends ProxyProgram {
  readonly tlsPort: number;
  private readonly name: ProxyName;

  private constructor(name: ProxyName, tlsPort: number, location: ProxyLocation) {
    super(location);
    this.name = name;
    this.tlsPort = tlsPort;
    makeCertificates(this.folder);
    const both = ['server.pem', 'server.key'].map((file) => fs.readFileSync(path.join(this.folder, file)));
    fs.writeFileSync(path.join(this.folder, 'both.pem'), Buffer.concat(both));
  }

  static make = async (name: ProxyName): Promise<Documented> =>
    new Documented(name, await freePort(), await newProxyLocation(name));

  get caFile(): string {
    return path.join(this.folder, 'ca.pem');
  }

  async startBefore(serverPort: number): Promise<void> {
    const proxy: DocumentedProxy = documentedProxies[this.name];
    const { folder, port, tlsPort } = this;
    const upstream = `127.0.0.1:${serverPort}`;
    const replacements = {
      ...proxy.replacements({ folder, port, tlsPort, upstream }),
      '127.0.0.1:3000': upstream,
      'files.example.org': 'localhost',
    };
    let text = documented(proxy.language);
    for (const [from, to] of Object.entries(replacements)) {
      if (!page.includes(from)) throw new Error(`docs/operate/proxy.md no longer says ${from}`);
      text = text.replaceAll(from, to);
    }
    const program = await ensureProgram(this.name);
    const whole = proxy.around?.(folder, text, program) ?? text;
    const file = this.writeConfiguration(proxy.file, whole);
    const env = { ...process.env, HOME: folder };
    await this.run(spawn(program, proxy.args(file, folder), { stdio: 'ignore', env }));
  }
}

/** The modules are those of the command in docs/operate/proxy.md, and what Debian turns on by itself. */
function apacheAround(folder: string, text: string, program: string): string {
  const [, enabled = ''] = /`a2enmod ([^`]*)`/.exec(page) ?? [];
  const needed = { proxy_http: ['proxy'], ssl: ['socache_shmcb'] } as Record<string, string[]>;
  const names = enabled.split(' ').flatMap((name) => [...(needed[name] ?? []), name]);
  const modules = path.join(program.replace(/(usr\/sbin\/apache2|start)$/, ''), 'usr/lib/apache2/modules');
  const load = ['mpm_event', 'authz_core', 'alias', 'reqtimeout', ...names].map(
    (name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`,
  );
  const listen = [...text.matchAll(/<VirtualHost ([\d.:]+)>/g)].map(([, at]) => `Listen ${at}`);
  const own = process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : [];
  return [
    `ServerRoot ${folder}`,
    `DefaultRuntimeDir ${folder}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/error.log`,
    ...load,
    ...own,
    'RequestReadTimeout header=20-40,minrate=500 body=10,minrate=500',
    ...listen,
    text,
  ].join('\n');
}
