import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { findBinaries } from '@/lib/server/runtime/postgres/cluster';
import { freePort } from '@/testing/server/test-server';
import { newFolder, removeFolder } from './started';

/** Debian's PostgreSQL, which is older than the embedded one and built with ICU. */
const debian = '/usr/lib/postgresql/15/bin';
const isDebian = fs.existsSync(debian);
const unprivilegedAccount = () => (process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {});

const rules = `local all all trust
hostnossl all tls 127.0.0.1/32 reject
host all all 127.0.0.1/32 scram-sha-256
`;

const sql = {
  role: (name: string) => `CREATE ROLE ${name} LOGIN PASSWORD 'slipway'`,
  database: (name: string, more: string) =>
    `CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0 ${more}`,
};

/** A PostgreSQL with password roles over TCP. The role `tls` requires TLS. */
export class ForeignPostgres {
  readonly version = isDebian
    ? 'PostgreSQL 15 of Debian'
    : 'the embedded PostgreSQL, as /usr/lib/postgresql/15 is not there';
  readonly #home: string;
  readonly #port: number;
  readonly #child: ChildProcess;

  private constructor(home: string, port: number, child: ChildProcess) {
    this.#home = home;
    this.#port = port;
    this.#child = child;
  }

  static async open(): Promise<ForeignPostgres> {
    const home = newFolder('foreign');
    const { uid, gid } = unprivilegedAccount();
    if (uid !== undefined) fs.chownSync(home, uid, gid);
    const bin = isDebian ? debian : path.dirname((await findBinaries()).postgres);
    const data = path.join(home, 'data');
    createCertificates(home);
    runOrThrow(
      `${bin}/initdb`,
      ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust'],
      home,
    );
    fs.writeFileSync(path.join(data, 'pg_hba.conf'), rules);
    const port = await freePort();
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: home,
      fsync: 'off',
      ssl: 'on',
    };
    const tls = { ssl_cert_file: `${home}/server.pem`, ssl_key_file: `${home}/server.key` };
    const flags = Object.entries({ ...settings, ...tls }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const child = spawn(`${bin}/postgres`, ['-D', data, ...flags], {
      ...unprivilegedAccount(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await new Promise<void>((resolve, reject) => {
      let log = '';
      child.once('exit', () => reject(new Error(`The foreign PostgreSQL ended: ${log}`)));
      child.stderr?.on('data', (words) => {
        log += words;
        if (log.includes('ready to accept connections')) resolve();
      });
    });
    return new ForeignPostgres(home, port, child);
  }

  get authority(): string {
    return path.join(this.#home, 'ca.pem');
  }

  url(name: string, more = ''): string {
    return `postgresql://${name}:slipway@localhost:${this.#port}/${name}${more}`;
  }

  /**
   * Creates an unprivileged role and its database.
   * @param more options of CREATE DATABASE
   * @param afterwards statements of an administrator
   */
  async make(name: string, more = '', afterwards: readonly string[] = []): Promise<void> {
    await this.#as('postgres', [sql.role(name), sql.database(name, more)]);
    await this.#as(name, afterwards);
  }

  async #as(database: string, statements: readonly string[]): Promise<void> {
    const client = new pg.Client({ host: this.#home, port: this.#port, user: 'postgres', database });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    const over = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGINT');
    await over;
    removeFolder(this.#home);
  }
}

function runOrThrow(file: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(file, args, {
    cwd,
    ...unprivilegedAccount(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file}: ${error?.message ?? stderr}`);
}

/** Creates a certificate authority and a certificate for localhost. */
function createCertificates(home: string): void {
  const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  const ca = [...request, '-x509', '-subj', '/CN=Our own authority', '-keyout', 'ca.key', '-out', 'ca.pem'];
  runOrThrow('openssl', ca, home);
  const from = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=DNS:localhost'];
  const own = ['-x509', '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.pem'];
  runOrThrow('openssl', [...request, ...own, ...from], home);
}
