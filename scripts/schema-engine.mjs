#!/usr/bin/env node
// Drop-in for Prisma's downloaded `schema-engine` binary: the same JSON-RPC (one JSON object a line on
// stdin/stdout), answered by the engine's own WebAssembly build from npm (@prisma/schema-engine-wasm)
// over @prisma/adapter-pg. Used through PRISMA_SCHEMA_ENGINE_BINARY (set in prisma.config.ts).
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    datamodels: { type: 'string', multiple: true, short: 'd' },
    datasource: { type: 'string' },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
    version: { type: 'boolean' },
  },
});
const require = createRequire(import.meta.url);
if (values.version) {
  console.log('schema-engine-wasm ' + JSON.parse(readFileSync(require.resolve('@prisma/schema-engine-wasm').replace(/[^/\\]+$/, 'package.json'))).version);
  process.exit(0);
}
const { url, shadowDatabaseUrl } = JSON.parse(values.datasource ?? '{}');
const log = (level, message, extra = {}) =>
  process.stderr.write(JSON.stringify({ timestamp: new Date().toISOString(), level, fields: { message, ...extra }, target: 'schema_engine::logger' }) + '\n');

const maintenance = async (work) => {
  const to = new URL(url), name = decodeURIComponent(to.pathname.slice(1));
  to.pathname = '/postgres';
  const client = new pg.Client({ connectionString: to.href });
  await client.connect();
  try { return await work(client, name); } finally { await client.end(); }
};
const codeOf = (e) => ({ '3D000': 'P1003', '28P01': 'P1000', '28000': 'P1010', ECONNREFUSED: 'P1001', ENOENT: 'P1001', ENOTFOUND: 'P1001' })[e.code] ?? 'P1001';

if (positionals[0] === 'cli') {
  log('INFO', 'Starting schema engine CLI');
  try {
    if (positionals[1] === 'can-connect-to-database') {
      const c = new pg.Client({ connectionString: url });
      await c.connect(); await c.end();
    } else if (positionals[1] === 'create-database') {
      await maintenance((c, name) => c.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`));
    } else if (positionals[1] === 'drop-database') {
      await maintenance((c, name) => c.query(`DROP DATABASE ${pg.escapeIdentifier(name)}`));
      log('INFO', 'The database was successfully dropped.');
    } else throw new Error('unknown command ' + positionals[1]);
    process.exit(0);
  } catch (e) {
    log('ERROR', e.code === '3D000' ? `Database \`${new URL(url).pathname.slice(1)}\` does not exist` : e.message || String(e.code), { is_panic: false, error_code: codeOf(e) });
    process.exit(1);
  }
}

/**
 * Adapts PrismaPg to the schema engine: one session for advisory lock and search_path, scripts sent whole
 * (PrismaPg splits at each `;`), and "char" columns read as characters.
 */
const forEngine = (conn) => {
  const { performIO, queryRaw } = Object.getPrototypeOf(Object.getPrototypeOf(conn));
  let chars = [];
  conn.performIO = async function (query) {
    const result = await performIO.call(this, query);
    chars = result.fields?.map((f) => f.dataTypeID === 18) ?? [];
    return { ...result, fields: result.fields?.map((f) => (f.dataTypeID === 18 ? { ...f, dataTypeID: 1042 } : f)) };
  };
  conn.queryRaw = async function (query) {
    const result = await queryRaw.call(this, query);
    return { ...result, columnTypes: result.columnTypes.map((t, i) => (chars[i] ? ColumnTypeEnum.Character : t)) };
  };
  conn.executeScript = async function (script) {
    await this.client.query(script).catch((e) => this.onError(e));
  };
  return conn;
};
const plain = (href) => new PrismaPg({ connectionString: href, max: 1 });
const factory = plain(url);
const connect = factory.connect.bind(factory);
factory.connect = async () => forEngine(await connect());
// PrismaPg's own shadow database ends up in the main one when given a connection string, so we make and drop it here.
factory.connectToShadowDb = async () => {
  if (shadowDatabaseUrl) return forEngine(await plain(shadowDatabaseUrl).connect());
  const shadow = new URL(url);
  shadow.pathname = `/prisma_migrate_shadow_db_${randomUUID()}`;
  const name = pg.escapeIdentifier(shadow.pathname.slice(1));
  await maintenance((c) => c.query(`CREATE DATABASE ${name}`));
  const conn = forEngine(await plain(shadow.href).connect());
  const dispose = conn.dispose.bind(conn);
  conn.dispose = async () => {
    await dispose();
    await maintenance((c) => c.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  };
  return conn;
};
const adapter = bindMigrationAwareSqlAdapterFactory(factory);

globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => log('ERROR', message, { is_panic: true }) };
const wasm = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(require.resolve('@prisma/schema-engine-wasm').replace(/[^/\\]+$/, 'schema_engine_bg.wasm'))), { './schema_engine_bg.js': glue });
glue.__wbg_set_wasm(wasm.exports);
wasm.exports.__wbindgen_start();
const datamodels = values.datamodels?.map((path) => [path, readFileSync(path, 'utf8')]);
let engine;
const open = () => (engine ??= glue.SchemaEngine.new({ datamodels }, () => {}, adapter));

const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
let queue = Promise.resolve();
for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  const { id, method, params } = JSON.parse(line);
  if (!method) continue; // our own `print`'s acknowledgement
  queue = queue.then(async () => {
    try {
      let result;
      if (method === 'createDatabase') {
        result = { databaseName: await maintenance(async (c, name) => (await c.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`), name)) };
      } else {
        const call = { getDatabaseVersion: 'version' }[method] ?? method;
        const e = await open();
        // These two only ever read the migrations' schema from the engine's cache, which a diagnosis with a shadow database fills.
        if (method === 'evaluateDataLoss' || method === 'createMigration')
          await e.diagnoseMigrationHistory({ migrationsList: params.migrationsList, filters: params.filters, optInToShadowDatabase: true });
        result = await e[call](params);
        if (method === 'diff' && result?.stdout) {
          send({ id: 'print-' + id, method: 'print', params: { content: result.stdout } });
          delete result.stdout;
        }
      }
      send({ id, result: result ?? null });
    } catch (e) {
      send({ id, error: { code: 4466, message: e.message ?? String(e), data: { is_panic: /unreachable|panicked/.test(String(e)), message: e.message ?? String(e), error_code: e.code ?? null } } });
    }
  });
}
await queue;
process.exit(0);
