import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Beginning, copyDatabase } from './prepared-database';
import { type Exit, ServerProcess } from './server-process';

const root = path.resolve(import.meta.dirname, '../..');

/** What `npm start` runs after `node`, with its flags for V8. */
export const startCommand: readonly string[] = JSON.parse(
  fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
)
  .scripts.start.replace('exec node ', '')
  .split(' ')
  .map((word: string) => word.replace(/^scripts/, path.join(root, 'scripts')));

/** The first admin of every test server. */
export const admin = { login: 'admin', password: 'the admin of the tests' };

type Options = {
  env?: Record<string, string>;
  /** Below a folder of the server's own. */
  dataDir?: string;
  /** Runs it as this account, where we may. */
  uid?: number;
  /** What its own database begins as. */
  database?: Beginning;
};

/**
 * The production server as its own process, started the way an operator does, on a port and a DATA_DIR that stay
 * the same over `kill` and `start`.
 */
export class TestServer {
  readonly home: string;
  readonly dataDir: string;
  readonly port: number;
  private readonly options: Options;
  private run: ServerProcess | undefined;

  private constructor(home: string, port: number, options: Options) {
    this.home = home;
    this.port = port;
    this.dataDir = path.join(home, options.dataDir ?? 'data');
    this.options = options;
  }

  /** A server that is not started yet. */
  static async make(options: Options = {}): Promise<TestServer> {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-e2e-'));
    fs.chmodSync(home, 0o711); // root's PostgreSQL runs under another account and has to pass
    if (options.uid !== undefined) fs.chownSync(home, options.uid, options.uid);
    const server = new TestServer(home, await freePort(), options);
    const { env = {}, uid, dataDir, database = 'prepared' } = options;
    const isOrdinary = uid === undefined && !dataDir; // another account or place shows at the first start
    if (isOrdinary && !env.DATABASE_URL && !env.DATA_DIR) copyDatabase(server.dataDir, database);
    return server;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get databaseUrl(): string {
    const socketDir = path.join(this.dataDir, 'postgres');
    return `postgresql://postgres@localhost/slipway?host=${encodeURIComponent(socketDir)}`;
  }

  /** The present run, or the last one. */
  get process(): ServerProcess {
    if (!this.run) throw new Error('The server was never started.');
    return this.run;
  }

  /** Starts the process and resolves when it is ready; rejects with its output when it ends before. */
  async start(): Promise<this> {
    await this.launch().says('is ready');
    return this;
  }

  /** Starts the process without waiting for anything. */
  launch(): ServerProcess {
    const { env = {}, uid } = this.options;
    this.run = new ServerProcess({
      command: startCommand,
      cwd: this.home,
      ...(uid !== undefined && { uid }),
      env: {
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        ADMIN_LOGIN: admin.login,
        ADMIN_PASSWORD: admin.password,
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'off', // all tests are one client; those about limits switch them on
        ...env,
      },
    });
    return this.run;
  }

  /** The end in order. */
  async stop(): Promise<Exit> {
    this.run?.signal('SIGTERM');
    return this.run?.exit ?? { code: 0, signal: null };
  }

  /** `kill -9` of the whole server, database included. */
  async kill(): Promise<void> {
    this.process.kill('all');
    await this.process.exit;
  }

  async restart(): Promise<this> {
    await this.stop();
    return this.start();
  }

  /** Ends the process and removes everything it has stored. */
  async remove(): Promise<void> {
    await this.stop();
    await removeFolder(this.home);
  }
}

/** Starts over while someone still writes there: a helper of `next dev` may outlive it for a moment. */
async function removeFolder(dir: string, triesLeft = 50): Promise<void> {
  try {
    fs.rmSync(dir, { recursive: true, force: true });
  } catch (error) {
    if (triesLeft === 0 || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    await delay(200);
    return removeFolder(dir, triesLeft - 1);
  }
}

/**
 * A port on which nobody listens. It is below those that Linux gives to connections and to `listen(0)` (32768 and up),
 * so nothing takes it by chance before it is used.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const port = randomInt(20_000, 32_768);
  return (await isFree(port, host)) ? port : freePort(host);
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = net.createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false));
    server.listen(port, host);
  });
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}
