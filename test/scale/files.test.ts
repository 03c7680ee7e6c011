import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesInput } from '@/lib/contract/http/file-inputs';
import type { FilesQuery } from '@/lib/contract/share/file';
import type { UserContext } from '@/lib/server/context';
import { getShare } from '@/lib/server/services/share/detail';
import { ownFiles, ownFolder, ownStart } from '@/lib/server/services/share/own-files';
import { openContext } from '@/testing/service/context';
import { seedLargeShare } from './seed';
import { watchedDatabase } from './watched-database';

// FILES=100000 npx vitest run --project code test/scale/files.test.ts prints the figures of the largest shares.
const files = Number(process.env.FILES ?? 10_000);
const [shareId, ownerId] = ['large', 'owner'];

let watched: Awaited<ReturnType<typeof watchedDatabase>>;
let middle: FilesQuery;

beforeAll(async () => {
  watched = await watchedDatabase();
  await seedLargeShare(watched.url, { id: shareId, ownerId, files });
  middle = await middlePage();
}, 300_000);

afterAll(() => watched.remove());

const owner = (): UserContext => ({
  ...openContext({ db: watched.db, now: new Date() }),
  viewer: { id: ownerId, login: ownerId, admin: false, sessionId: 'session' },
});
const middlePage = async (): Promise<FilesQuery> => {
  const { marks } = await ownFolder(owner(), { shareId, path: '' });
  const { from, until } = filesInput(shareId, '', marks, Math.floor(marks.length / 2)).query;
  return { path: '', from: from || undefined, until: until || undefined };
};

test('a page of files is read by its index alone, wherever it is', async () => {
  const { bare, sent } = watched;
  sent.length = 0;
  await ownFiles(owner(), { shareId, ...middle });
  const { query: sql, params } = sent.find((event) => event.query.includes('nameOrder')) ?? {
    query: '',
    params: '',
  };
  const { rows } = await bare.query(`EXPLAIN ${sql}`, JSON.parse(params));
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan using "File_shareId_folder_nameOrder_id_idx"');
  expect(plan).not.toMatch(/Seq Scan on "File"|Filter: .*nameOrder/);
});

test.each<[string, () => Promise<unknown>]>([
  ['the detail without its files', () => getShare(owner(), { shareId, filesUpTo: 500 })],
  ['the beginning of its list', () => ownStart(owner(), { shareId })],
  ['a page from its middle', () => ownFiles(owner(), { shareId, ...middle })],
  ['a folder of folders', () => ownFolder(owner(), { shareId, path: 'Year 1950' })],
])('%s is small and comes at once', async (name, read) => {
  await read();
  const from = performance.now();
  for (let n = 0; n < 5; n++) await read();
  const ms = (performance.now() - from) / 5;
  const bytes = JSON.stringify(await read()).length;
  process.stdout.write(`${files} files, ${name}: ${ms.toFixed(1)} ms, ${(bytes / 1000).toFixed(1)} kB\n`);
  expect(bytes).toBeLessThan(100_000);
});
