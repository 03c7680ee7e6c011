import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import type { ConfiguredStore } from './sharry-config';
import type { SharryDatabase } from './sharry-database';

/** One chunk of a file, by its number. */
export type Chunk = { number: number; bytes: number };

/** A place that chunks are in. */
export type ChunkStore = {
  name: string;
  chunksOf: (key: string) => Promise<Chunk[]>;
  read: (key: string, number: number) => AsyncIterable<Uint8Array>;
};

/** All that can be read, the one that Sharry uses first, the database always. */
export function openStores(
  db: SharryDatabase,
  configured: ConfiguredStore[],
  files: string | null,
): ChunkStore[] {
  const inFolders = configured
    .filter(({ type }) => type === 'filesystem')
    .map((store) => ({ name: store.name, folder: files ?? store.get('directory') ?? '' }));
  if (files !== null && inFolders.length === 0) inFolders.push({ name: files, folder: files });
  const folders = inFolders
    .filter(({ folder }) => fs.existsSync(folder))
    .map(({ name, folder }) => folderStore(name, folder));
  const database = db.hasChunks ? [databaseStore(db)] : [];
  return configured[0]?.type === 'filesystem' ? [...folders, ...database] : [...database, ...folders];
}

const databaseStore = (db: SharryDatabase): ChunkStore => ({
  name: 'the database',
  chunksOf: async (key) =>
    (
      await db.rows<{ chunk_nr: number; bytes: number }>(
        'SELECT chunk_nr, octet_length(chunk_data) AS bytes FROM filechunk WHERE file_id = $1 ORDER BY chunk_nr',
        [key],
      )
    ).map(({ chunk_nr: number, bytes }) => ({ number, bytes })),
  read: async function* (key, number) {
    const rows = await db.rows<{ chunk_data: Buffer }>(
      'SELECT chunk_data FROM filechunk WHERE file_id = $1 AND chunk_nr = $2',
      [key, number],
    );
    for (const row of rows) yield row.chunk_data;
  },
});

/** `<first two characters>/<key>/chunk_00000000`, as Sharry's own store lays them out. */
function folderStore(name: string, root: string): ChunkStore {
  const folderOf = (key: string) => path.join(root, key.slice(0, 2), key);
  return {
    name,
    chunksOf: async (key) => {
      if (!isKey(key) || !fs.existsSync(folderOf(key))) return [];
      return fs
        .readdirSync(folderOf(key))
        .flatMap((file) => {
          const number = /^chunk_(\d{8,})$/.exec(file)?.[1];
          if (number === undefined) return [];
          return [{ number: Number(number), bytes: fs.statSync(path.join(folderOf(key), file)).size }];
        })
        .sort((one, other) => one.number - other.number);
    },
    read: (key, number) =>
      fs.createReadStream(path.join(folderOf(key), `chunk_${String(number).padStart(8, '0')}`)),
  };
}

/** Where a key can lead a path nowhere else. */
export const isKey = (key: string): boolean => /^[A-Za-z0-9_-]{3,254}$/.test(key);
