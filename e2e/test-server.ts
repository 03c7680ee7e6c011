import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { descendants } from './process-tree';

const startScript = path.resolve(import.meta.dirname, '../scripts/start.mjs');

/** The first admin of every test server. */
export const admin = { login: 'admin', password: 'the admin of the tests' };

export type Exit = { code: number | null; signal: NodeJS.Signals | null };
type Options = { dataDir?: string; port?: number; env?: Record<string, string> };

/**
 * The production server as its own process, started the way an operator does, on a port and a DATA_DIR that stay
 * the same over `kill` and `start`. Nothing of the developer's environment or `.env` reaches it.
 */
export class TestServer {
  readonly dataDir: string;
  readonly port: number;
  /** All that the present process has printed. */
  output = '';
  private readonly home: string;
  private readonly env: Record<string, string>;
  private child: ChildProcess | undefined;
  private exit: Promise<Exit> = Promise.resolve({ code: 0, signal: null });

  private constructor(home: string, port: number, { dataDir, env = {} }: Options) {
    this.home = home;
    this.port = port;
    this.dataDir = dataDir ?? path.join(home, 'data');
    this.env = env;
  }

  /** A server that is not started yet. */
  static async make(options: Options = {}): Promise<TestServer> {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-e2e-'));
    fs.chmodSync(home, 0o711); // root's PostgreSQL runs under another account and has to pass
    return new TestServer(home, options.port ?? (await freePort()), options);
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get databaseUrl(): string {
    const socketDir = path.join(this.dataDir, 'postgres');
    return `postgresql://postgres@localhost/slipway?host=${encodeURIComponent(socketDir)}`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Starts the process and resolves when it says that it is ready; rejects with its output when it ends before. */
  async start(): Promise<this> {
    this.launch();
    await this.says('is ready');
    return this;
  }

  /** Starts the process without waiting for anything. */
  launch(): void {
    this.output = '';
    const { PATH = '', HOME = this.home, TMPDIR = os.tmpdir() } = process.env;
    const child = spawn(process.execPath, [startScript], {
      cwd: this.home,
      env: {
        PATH,
        HOME,
        TMPDIR,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        ADMIN_LOGIN: admin.login,
        ADMIN_PASSWORD: admin.password,
        LOG_LEVEL: 'warn',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.exit = new Promise((resolve) =>
      child.once('close', (code, signal) => {
        this.child = undefined;
        resolve({ code, signal });
      }),
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        this.output += data;
      });
    }
  }

  /** Resolves as soon as the process has printed `text`. */
  async says(text: string): Promise<void> {
    const { child } = this;
    const heard = new Promise<true>((resolve) => {
      const check = () => this.output.includes(text) && resolve(true);
      for (const stream of [child?.stdout, child?.stderr]) stream?.on('data', check);
      check();
    });
    const end = await Promise.race([heard, this.exit]);
    if (end !== true) {
      throw new Error(`The server ended (${end.code ?? end.signal}) without "${text}":\n${this.output}`);
    }
  }

  /** Resolves when the process has ended, by itself or by a signal. */
  ended(): Promise<Exit> {
    return this.exit;
  }

  /** The end in order, as by Ctrl-C. */
  async stop(): Promise<Exit> {
    this.child?.kill('SIGTERM');
    return this.exit;
  }

  /** `kill -9` of the app, of its database or of everything at once. */
  async kill(what: 'app' | 'database' | 'all' = 'all'): Promise<void> {
    const below = descendants(this.pid);
    const victims = { app: [this.pid], database: below, all: [this.pid, ...below] }[what];
    for (const pid of victims) kill9(pid);
    if (what !== 'database') await this.exit;
  }

  async restart(): Promise<this> {
    await this.stop();
    return this.start();
  }

  /** Ends the process and removes everything it has stored. */
  async remove(): Promise<void> {
    await this.stop();
    fs.rmSync(this.home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function kill9(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it ended by itself meanwhile
  }
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
