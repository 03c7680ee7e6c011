import { expect, test } from 'vitest';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { endpoints } from '@/lib/contract/index';
import { paths } from '@/lib/paths';
import { onDatabase } from '@/testing/people/account';
import { allOf, ask } from '../gate/ask';
import { type GateWorld, makeWorld, type TargetIds } from '../gate/world';

const mark = 'planted-7f3a90';

/** Columns that strangers may see, or that decide whether they come in. A new column is neither until it stands here. */
const known = new Set([
  'Account.login',
  'Account.state',
  'Account.source',
  'Alias.name',
  'Alias.passwordHash',
  'AliasForm.intro',
  'AliasForm.recipient',
  'AliasForm.askName',
  'AliasForm.askEmail',
  'AliasForm.askReference',
  'AliasForm.fields',
  'AliasForm.language',
  'AliasForm.color',
  'Delivery.answers',
  'File.name',
  'File.path',
  'File.mimeType',
  'File.sha256',
  'File.crc32',
  'Share.name',
  'Share.description',
  'Share.e2ee',
  'Share.passwordHash',
  'Thumbnail.keptIn',
  'Thumbnail.smallId',
  'Thumbnail.largeId',
]);

/** The ids by which rows belong to a target, by the column or, of its own row, the table that has them. */
const idsOf = ({ shareId, aliasId }: TargetIds, ownerId: string): Record<string, string> => ({
  Share: shareId,
  Alias: aliasId,
  Account: ownerId,
  shareId,
  aliasId,
  accountId: ownerId,
  ownerId,
});

/** Texts and JSON that are no keys, of all tables. */
const columns = `
  SELECT c.table_name AS "table", c.column_name AS "column", c.udt_name AS "type",
    ARRAY(SELECT o.column_name::text FROM information_schema.columns o
      WHERE o.table_schema = 'public' AND o.table_name = c.table_name) AS "others"
  FROM information_schema.columns c
  WHERE c.table_schema = 'public' AND c.udt_name IN ('text', 'jsonb') AND c.is_generated = 'NEVER'
    AND NOT EXISTS (
      SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = format('"%s"', c.table_name)::regclass AND i.indisunique AND a.attname = c.column_name)
    AND NOT EXISTS (
      SELECT FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
      WHERE k.conrelid = format('"%s"', c.table_name)::regclass AND k.contype = 'f' AND a.attname = c.column_name)`;

type Column = { table: string; column: string; type: string; others: string[] };

/** Writes the mark into all columns of a target's rows that aren't known. Returns where it stands. */
async function plant(target: TargetIds, ownerId: string): Promise<string[]> {
  const ids = idsOf(target, ownerId);
  const { rows } = await onDatabase((db) => db.query<Column>(columns));
  const planted: string[] = [];
  // One after the other: triggers make updates of several tables wait for each other.
  for (const { table, column, type, others } of rows) {
    const key = table in ids ? 'id' : Object.keys(ids).find((name) => others.includes(name));
    if (known.has(`${table}.${column}`) || !key) continue;
    const values = [type === 'jsonb' ? JSON.stringify({ mark }) : mark, ids[table] ?? ids[key]];
    const update = `UPDATE "${table}" SET "${column}" = $1 WHERE "${key}" = $2`;
    const { rowCount } = await onDatabase((db) => db.query(update, values));
    if (rowCount) planted.push(`${table}.${column}`);
  }
  return planted;
}

const openCalls = [...endpoints, ...byteCalls].filter(
  ({ method, path }) => path.startsWith('/api/v2/open/share/') && method !== 'POST',
);

/** All that a visitor can read, with and without a visit that goes on. */
async function replies({ linkId, fileId, aliasId }: TargetIds) {
  const opened = await ask({ method: 'GET', path: `/api/v2/open/share/${linkId}` });
  const cookie = (opened.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]).join('; ');
  const filled = (path: string) =>
    path.replace('{id}', linkId).replace('{fileId}', fileId).replace('{name}', 'none');
  const questions = [
    ...openCalls.map(({ method, path }) => ({ method, path: filled(path) })),
    { method: 'GET', path: paths.open(linkId) },
    { method: 'GET', path: paths.inbox(aliasId) },
  ];
  const asked = [{}, { cookie }].flatMap((headers) =>
    questions.map((question) => ({ ...question, headers })),
  );
  return Promise.all(asked.map(async (question) => ({ ...question, reply: allOf(await ask(question)) })));
}

test.each([
  ['a share that came through an alias', (world: GateWorld) => world.newTarget()],
  ['an album', (world: GateWorld) => world.newAlbum()],
])(
  'no column of %s reaches a stranger that was not meant to: by no call, and in no page',
  async (_, make) => {
    const world = await makeWorld();
    const target = await make(world);
    const planted = await plant(target, world.ownerId);
    expect(planted).toEqual(expect.arrayContaining(['Account.email', 'Session.name', 'ShareEvent.login']));
    const all = await replies(target);
    // Once a visit goes on, the page is seeded with what its call answers.
    const page = all.findLast(({ path }) => path === paths.open(target.linkId));
    expect(page?.reply).toContain(world.marks.file);
    const leaks = all.filter(({ reply }) => reply.includes(mark));
    expect(leaks.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  },
);
