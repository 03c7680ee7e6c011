import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Database } from 'node-sqlite3-wasm';
import { afterAll, expect, test } from 'vitest';
import { openSqlite } from './sqlite';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-sqlite-'));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
const folder = () => fs.mkdtempSync(path.join(root, 'at-'));

test('a database in WAL mode is read with what only its log holds, and stays as it is', () => {
  const [there, here, work] = [folder(), folder(), folder()];
  const writer = new Database(path.join(there, 'a.db'));
  writer.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE t (n)');
  writer.exec('PRAGMA wal_autocheckpoint = 0; INSERT INTO t VALUES (7)');
  for (const name of ['a.db', 'a.db-wal']) fs.copyFileSync(path.join(there, name), path.join(here, name));
  writer.close();
  const before = fs.readdirSync(here).map((name) => fs.readFileSync(path.join(here, name)).toString('hex'));
  const db = openSqlite(path.join(here, 'a.db'), work);
  expect(db.all('SELECT n FROM t')).toEqual([{ n: 7 }]);
  db.close();
  expect(fs.readdirSync(here).map((name) => fs.readFileSync(path.join(here, name)).toString('hex'))).toEqual(
    before,
  );
});

test('nothing appears beside a database that is read, and what is none is refused by name', () => {
  const [here, work] = [folder(), folder()];
  const file = path.join(here, 'a.db');
  const writer = new Database(file);
  writer.exec('CREATE TABLE t (n); INSERT INTO t VALUES (1), (2)');
  writer.close();
  const db = openSqlite(file, work);
  const rows = db.each('SELECT n FROM t');
  rows.next();
  expect(fs.readdirSync(here)).toEqual(['a.db']);
  rows.return?.();
  db.close();
  fs.writeFileSync(path.join(here, 'b.db'), 'no database');
  expect(() => openSqlite(path.join(here, 'b.db'), folder())).toThrow('b.db is not an SQLite database.');
  expect(() => openSqlite(here, folder())).toThrow('is a folder. Set --from to the database in it.');
});

test.each([
  { state: 'after it was closed', isClosed: true },
  { state: 'while its log holds more', isClosed: false },
])('a database in WAL mode isn’t copied: $state', ({ isClosed }) => {
  const [here, work] = [folder(), folder()];
  const file = path.join(here, 'a.db');
  const writer = new Database(file);
  writer.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE t (n)');
  for (let n = 0; n < 20; n++) writer.exec('INSERT INTO t VALUES (randomblob(100000))');
  if (isClosed) writer.close();
  const db = openSqlite(file, work);
  expect(db.all('SELECT count(*) AS n FROM t')).toEqual([{ n: 20 }]);
  expect(fs.lstatSync(path.join(work, 'source.db')).isSymbolicLink()).toBe(true);
  db.close();
  if (!isClosed) writer.close();
});
