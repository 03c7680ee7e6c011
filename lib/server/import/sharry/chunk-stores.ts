import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { openSourceBucket, type SourceBucket } from '../source-bucket';
import type { ConfiguredStore } from './sharry-config';
import type { SharryDatabase } from './sharry-database';

/** `number` counts from 0. */
export type Chunk = { number: number; bytes: number };

export type ChunkStore = {
  name: string;
  chunksOf: (key: string) => Promise<Chunk[]>;
  read: (key: string, chunk: Chunk) => AsyncIterable<Uint8Array>;
};

type ChunkStores = {
  stores: ChunkStore[];
  problems: string[];
};

export async function openStores(
  db: SharryDatabase,
  configured: ConfiguredStore[],
  files: string | null,
): Promise<ChunkStores> {
  const found: ChunkStores = { stores: [], problems: [] };
  const types = new Set(configured.map(({ type }) => kindOf(type)));
  for (const store of configured) await openStore(store, { db, files, found });
  if (files !== null && !types.has('filesystem') && fs.existsSync(files))
    found.stores.push(folderStore(files, files));
  if (db.hasTable('filechunk') && !types.has('database')) found.stores.push(databaseStore(db));
  return found;
}

const kindOf = (type: string): string => ({ defaultdatabase: 'database', minio: 's3' })[type] ?? type;

type StoreContext = { db: SharryDatabase; files: string | null; found: ChunkStores };

async function openStore(store: ConfiguredStore, { db, files, found }: StoreContext): Promise<void> {
  const { name, get } = store;
  const kind = kindOf(store.type);
  const folder = files ?? get('directory') ?? '';
  if (kind === 'database' && db.hasTable('filechunk')) found.stores.push(databaseStore(db));
  if (kind === 'filesystem' && fs.existsSync(folder)) found.stores.push(folderStore(name, folder));
  if (kind !== 's3') return;
  const bucket = await openSourceBucket({
    endpoint: get('endpoint'),
    region: null,
    bucket: get('bucket'),
    accessKey: get('access-key'),
    secretKey: get('secret-key'),
  });
  if ('problem' in bucket) found.problems.push(`${name}: ${bucket.problem}`);
  else found.stores.push(bucketStore(name, bucket));
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
  read: async function* (key, { number }) {
    const rows = await db.rows<{ chunk_data: Buffer }>(
      'SELECT chunk_data FROM filechunk WHERE file_id = $1 AND chunk_nr = $2',
      [key, number],
    );
    for (const row of rows) yield row.chunk_data;
  },
});

/** Layout `<first two characters>/<key>/chunk_00000000`, as in Sharry's file store. */
function folderStore(name: string, root: string): ChunkStore {
  const folderOf = (key: string) => path.join(root, key.slice(0, 2), key);
  return {
    name,
    chunksOf: async (key) => {
      if (!isKey(key) || !fs.existsSync(folderOf(key))) return [];
      return fs
        .readdirSync(folderOf(key))
        .flatMap((file) => {
          const number = numberOf(file);
          if (number === null) return [];
          return [{ number, bytes: fs.statSync(path.join(folderOf(key), file)).size }];
        })
        .sort((one, other) => one.number - other.number);
    },
    read: (key, { number }) => fs.createReadStream(path.join(folderOf(key), nameOf(number))),
  };
}

const bucketStore = (name: string, bucket: SourceBucket): ChunkStore => ({
  name,
  chunksOf: async (key) => {
    if (!isKey(key)) return [];
    const objects = await bucket.list(`${key}/`);
    return objects
      .flatMap((object) => {
        const number = numberOf(object.key.slice(key.length + 1));
        return number === null ? [] : [{ number, bytes: object.bytes }];
      })
      .sort((one, other) => one.number - other.number);
  },
  read: (key, { number, bytes }) => bucket.read({ key: `${key}/${nameOf(number)}`, bytes }),
});

const nameOf = (number: number): string => `chunk_${String(number).padStart(8, '0')}`;

function numberOf(name: string): number | null {
  const digits = /^chunk_(\d{8,})$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

export const isKey = (key: string): boolean => /^[A-Za-z0-9_-]{3,254}$/.test(key);
