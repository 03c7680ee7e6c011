import fs from 'node:fs';
import path from 'node:path';
import { prepareCluster } from '@/lib/server/runtime/postgres/cluster';
import { launch, type PostgresProcess } from '@/lib/server/runtime/postgres/launch';
import { embeddedUrl } from '@/lib/server/runtime/postgres/server';
import { descendants } from '@/testing/server/process-tree';
import { administer } from '@/testing/service/template-database';
import { DelayedProxy } from './delayed-proxy';

export const firstPassword = 'the first password';

/** A PostgreSQL behind a delayable proxy, which stays away when stopped. */
export class OwnPostgres {
  readonly url: string;
  readonly way: DelayedProxy;
  readonly #data: string;
  readonly #inside: string;
  readonly #start: () => Promise<PostgresProcess>;
  #running: PostgresProcess;

  private constructor(
    data: string,
    inside: string,
    way: DelayedProxy,
    start: () => Promise<PostgresProcess>,
    running: PostgresProcess,
  ) {
    this.#data = data;
    this.#inside = inside;
    this.way = way;
    this.#start = start;
    this.#running = running;
    this.url = `postgresql://slipway:${encodeURIComponent(firstPassword)}@127.0.0.1:${way.port}/slipway`;
  }

  static async make(dir: string): Promise<OwnPostgres> {
    const cluster = await prepareCluster(path.join(dir, 'postgres'), path.join(dir, 'socket'));
    const start = () => launch(cluster);
    const running = await start();
    const inside = embeddedUrl(cluster.socketDir, 'postgres');
    await administer(inside, `CREATE ROLE slipway LOGIN PASSWORD '${firstPassword}'`);
    await administer(inside, 'CREATE DATABASE slipway OWNER slipway');
    const hba = path.join(cluster.data, 'pg_hba.conf');
    fs.writeFileSync(hba, `local all slipway scram-sha-256\n${fs.readFileSync(hba, 'utf8')}`);
    await administer(inside, 'SELECT pg_reload_conf()');
    const way = await DelayedProxy.to({ path: path.join(cluster.socketDir, '.s.PGSQL.5432') });
    return new OwnPostgres(cluster.data, inside, way, start, running);
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

  /** As its administrator, in another database. */
  administer(sql: string): Promise<void> {
    return administer(this.#inside, sql);
  }

  /** Ends the connections of the installation, as an administrator does after such a change. */
  endConnections(): Promise<void> {
    return this.administer(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'slipway'",
    );
  }

  /** Connections keep a database from being renamed, and come back at once. */
  async rename(from: string, to: string): Promise<void> {
    await this.administer(`ALTER DATABASE ${from} WITH ALLOW_CONNECTIONS false`);
    await this.endConnections();
    await this.administer(`ALTER DATABASE ${from} RENAME TO ${to}`);
    await this.administer(`ALTER DATABASE ${to} WITH ALLOW_CONNECTIONS true`);
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
