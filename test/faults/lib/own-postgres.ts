import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { prepareCluster } from '@/lib/server/runtime/postgres/cluster';
import { launch, type PostgresProcess } from '@/lib/server/runtime/postgres/launch';
import { embeddedUrl } from '@/lib/server/runtime/postgres/server';
import { descendants } from '@/testing/server/process-tree';
import { DelayedProxy } from './delayed-proxy';

/** A PostgreSQL behind a delayable proxy, which stays away when stopped. */
export class OwnPostgres {
  readonly url: string;
  readonly way: DelayedProxy;
  readonly #data: string;
  readonly #start: () => Promise<PostgresProcess>;
  #running: PostgresProcess;

  private constructor(
    data: string,
    way: DelayedProxy,
    start: () => Promise<PostgresProcess>,
    running: PostgresProcess,
  ) {
    this.#data = data;
    this.way = way;
    this.#start = start;
    this.#running = running;
    this.url = `postgresql://postgres@127.0.0.1:${way.port}/slipway`;
  }

  static async make(dir: string): Promise<OwnPostgres> {
    const cluster = await prepareCluster(path.join(dir, 'postgres'), path.join(dir, 'socket'));
    const start = () => launch(cluster);
    const running = await start();
    const client = new pg.Client({ connectionString: embeddedUrl(cluster.socketDir, 'postgres') });
    await client.connect();
    await client.query('CREATE DATABASE slipway');
    await client.end();
    const way = await DelayedProxy.to({ path: path.join(cluster.socketDir, '.s.PGSQL.5432') });
    return new OwnPostgres(cluster.data, way, start, running);
  }

  async stop(): Promise<void> {
    this.#running.child.kill('SIGINT');
    await this.#running.exit;
  }

  async crash(): Promise<void> {
    this.#signal('SIGKILL');
    await this.#running.exit;
  }

  async start(): Promise<void> {
    this.#running = await this.#start();
  }

  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  async remove(): Promise<void> {
    await this.way.close();
    await this.stop();
  }

  #signal(signal: NodeJS.Signals): void {
    const [first = ''] = fs.readFileSync(path.join(this.#data, 'postmaster.pid'), 'utf8').split('\n');
    for (const pid of [Number(first), ...descendants(Number(first))]) process.kill(pid, signal);
  }
}
