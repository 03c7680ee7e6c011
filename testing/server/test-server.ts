import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { copyDatabase, type DatabaseState } from './prepared-database';
import { type ProcessExit, ServerProcess } from './server-process';

const root = path.resolve(import.meta.dirname, '../..');

export const startCommand: readonly string[] = JSON.parse(
  fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
)
  .scripts.start.replace('exec node ', '')
  .split(' ')
  .map((word: string) => word.replace(/^scripts/, path.join(root, 'scripts')));

export const admin = { login: 'admin', password: 'the admin of the tests' };

type TestServerOptions = {
  env?: Record<string, string>;
  dataDir?: string;
  uid?: number;
  database?: DatabaseState;
};

/** A production server as its own process. Port and DATA_DIR survive `kill` and `start`. */
export class TestServer {
  readonly home: string;
  readonly dataDir: string;
  readonly port: number;
  private readonly options: TestServerOptions;
  private run: ServerProcess | undefined;

  private constructor(home: string, port: number, options: TestServerOptions) {
    this.home = home;
    this.port = port;
    this.dataDir = path.join(home, options.dataDir ?? 'data');
    this.options = options;
  }

  static async make(options: TestServerOptions = {}): Promise<TestServer> {
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

  /** Where its data lie, for its tools. */
  get places(): Record<string, string> {
    const { FILES_DIR } = this.options.env ?? {};
    return { DATA_DIR: this.dataDir, ...(FILES_DIR !== undefined && { FILES_DIR }) };
  }

  get databaseUrl(): string {
    const socketDir = path.join(this.dataDir, 'postgres');
    return `postgresql://postgres@localhost/slipway?host=${encodeURIComponent(socketDir)}`;
  }

  get process(): ServerProcess {
    if (!this.run) throw new Error('The server was never started.');
    return this.run;
  }

  /** Resolves when the server is ready; rejects with its output when it ends first. */
  async start(): Promise<this> {
    await this.launch().says('is ready');
    return this;
  }

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

  async stop(): Promise<ProcessExit> {
    this.run?.signal('SIGTERM');
    return this.run?.exit ?? { code: 0, signal: null };
  }

  async kill(): Promise<void> {
    this.process.kill('all');
    await this.process.exit;
  }

  async restart(): Promise<this> {
    await this.stop();
    return this.start();
  }

  async remove(): Promise<void> {
    await this.stop();
    await removeFolder(this.home);
  }
}

/** Retries, because a helper process of `next dev` may still be writing there. */
async function removeFolder(dir: string, triesLeft = 50): Promise<void> {
  try {
    fs.rmSync(dir, { recursive: true, force: true });
  } catch (error) {
    if (triesLeft === 0 || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    await delay(200);
    return removeFolder(dir, triesLeft - 1);
  }
}

/** A free port below Linux's ephemeral range (32768 and up), so that no connection takes it before its use. */
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
