import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Database } from 'node-sqlite3-wasm';
import { afterAll, describe, expect, test } from 'vitest';
import { BadConfiguration } from '@/lib/server/config';
import { samples } from '@/test/import/sample';
import { openSource, type SourceLocation } from './import-source';
import type { ImportSource, Product, SourceItem } from './source';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-bad-'));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
const folder = () => fs.mkdtempSync(path.join(root, 'at-'));

function copyOf(product: string): string {
  const to = folder();
  fs.cpSync(path.join(samples, product), to, { recursive: true });
  return to;
}

const files = { picoshare: 'data/store.db', pingvin: 'data/pingvin-share.db', plik: 'plik.db' };
type InFile = keyof typeof files;
const inFiles = Object.keys(files) as InFile[];

const open = (product: Product, from: string, over: Partial<SourceLocation> = {}) =>
  openSource(
    product,
    { from, files: null, config: null, zone: null, variables: {}, ...over },
    { now: new Date(), workFolder: folder() },
  );
const openCopy = (product: InFile, copy: string) =>
  open(
    product,
    path.join(copy, files[product]),
    product === 'plik' ? { files: path.join(copy, 'files') } : {},
  );

async function itemsOf(source: ImportSource): Promise<SourceItem[]> {
  const items: SourceItem[] = [];
  for await (const item of source.items()) items.push(item);
  return items;
}

describe.each(inFiles)('%s', (product) => {
  test('a missing source, one that is no database and one of another product are refused by name', async () => {
    const copy = copyOf(product);
    const database = path.join(copy, files[product]);
    await expect(open(product, path.join(copy, 'none'))).rejects.toThrow('none doesn’t exist');
    const other = inFiles.find((one) => one !== product) ?? 'plik';
    fs.copyFileSync(path.join(samples, other, files[other]), database);
    await expect(openCopy(product, copy)).rejects.toThrow(/^This is not \S+( Share)?’s database/);
    fs.writeFileSync(database, 'hello');
    await expect(openCopy(product, copy)).rejects.toThrow('is not an SQLite database');
  });

  test('half a copy is refused, and says that it may be one', async () => {
    const copy = copyOf(product);
    const database = path.join(copy, files[product]);
    fs.truncateSync(database, Math.floor(fs.statSync(database).size / 8192) * 4096);
    const reading = openCopy(product, copy).then(async (source) => {
      await source.countOwnerless();
      return itemsOf(source);
    });
    await expect(reading).rejects.toThrow('It may be half a copy');
  });

  test('a newer schema is refused with both versions', async () => {
    const copy = copyOf(product);
    const db = new Database(path.join(copy, files[product]));
    const newer = {
      picoshare: 'PRAGMA user_version = 16',
      plik: "INSERT INTO migrations VALUES ('0005-tomorrow')",
      pingvin: `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', '', '20990101_new', 1)`,
    };
    db.exec(newer[product]);
    db.close();
    await expect(openCopy(product, copy)).rejects.toThrow(
      /has schema \S+; Slipway knows .*’s up to \S+\. Use a newer Slipway/,
    );
  });
});

const wrongPlaces = (['picoshare', 'pingvin', 'plik', 'psitransfer', 'sharry'] as const).flatMap((product) =>
  (['from', 'files', 'config'] as const).flatMap((option) =>
    ['a folder', 'a text', 'nothing'].map((what) => ({ product, option, what })),
  ),
);

test.each(wrongPlaces)(
  '$product with --$option that leads to $what says so in a sentence, or reads on',
  async ({ product, option, what }) => {
    const copy = copyOf(product === 'sharry' ? 'sharry-pg-db' : product);
    const wrong = path.join(folder(), 'x');
    if (what === 'a folder') fs.mkdirSync(wrong);
    if (what === 'a text') fs.writeFileSync(wrong, 'hello = {');
    const from = product === 'psitransfer' ? path.join(copy, 'data') : null;
    const place = {
      from: product in files ? path.join(copy, files[product as InFile]) : from,
      ...(product === 'plik' && { files: path.join(copy, 'files') }),
      ...(product === 'sharry' && { config: path.join(copy, 'sharry.conf') }),
      [option]: wrong,
    };
    const ended = await open(product, place.from ?? '', place)
      .then(async (source) => {
        await itemsOf(source);
        await source.close();
        return null;
      })
      .catch((error: unknown) => error);
    if (ended !== null) expect(ended).toBeInstanceOf(BadConfiguration);
  },
);

test('a folder that is not PsiTransfer’s is refused; an empty one is empty', async () => {
  const from = folder();
  expect(await itemsOf(await open('psitransfer', from))).toEqual([]);
  fs.mkdirSync(path.join(from, 'photos'));
  fs.writeFileSync(path.join(from, 'photos/a.jpg'), 'x');
  await expect(open('psitransfer', from)).rejects.toThrow('is not PsiTransfer’s');
});

test('one damaged JSON file of PsiTransfer stops no other, and a disk’s own folder is not taken for a bucket', async () => {
  const from = path.join(copyOf('psitransfer'), 'data');
  fs.mkdirSync(path.join(from, 'lost+found'));
  fs.mkdirSync(path.join(from, 'odd-bucket'));
  const odd = [
    null,
    [],
    'x',
    { createdAt: '9'.repeat(20) },
    { password: '$argon2id$damaged', lastDownload: 1e300 },
  ];
  for (const [n, metadata] of odd.entries()) {
    fs.writeFileSync(
      path.join(from, 'odd-bucket', `key-${n}.json`),
      JSON.stringify({ uploadLength: 1, metadata }),
    );
    fs.writeFileSync(path.join(from, 'odd-bucket', `key-${n}`), 'x');
  }
  const items = await itemsOf(await open('psitransfer', from));
  const shares = items.flatMap((item) => ('share' in item ? [item.share] : []));
  expect(shares.find(({ oldId }) => oldId === 'odd-bucket')?.files).toHaveLength(odd.length);
  expect(JSON.stringify(items)).not.toContain('lost+found');
});

test('ids with .. lead nowhere: such a file has no bytes', async () => {
  const [pingvin, plik] = [copyOf('pingvin'), copyOf('plik')];
  fs.writeFileSync(path.join(pingvin, 'data/uploads/secret'), 'abc');
  fs.writeFileSync(path.join(plik, 'secret'), 'abc');
  const databases = [pingvin, plik].map(
    (copy, n) => new Database(path.join(copy, files[n ? 'plik' : 'pingvin'])),
  );
  databases[0]?.run("UPDATE File SET id = '../../secret', size = '3' WHERE shareId = 'qgEbx7GB'");
  databases[1]?.run(
    "UPDATE files SET id = '../../secret', size = 3, md5 = '' WHERE upload_id = 'IighyFpZTi15Vbcj' AND name = 'readme.md'",
  );
  for (const db of databases) db.close();
  for (const source of [await openCopy('pingvin', pingvin), await openCopy('plik', plik)]) {
    const remarks = (await itemsOf(source)).flatMap((item) => ('remark' in item ? [item.remark] : []));
    expect(remarks).toContainEqual(
      expect.objectContaining({ oldId: '../../secret', reason: 'bytesMissing' }),
    );
  }
});

test('a file that is longer or shorter than its row says names both sizes', async () => {
  const copy = copyOf('pingvin');
  const share = path.join(copy, 'data/uploads/shares/qgEbx7GB');
  const [name = ''] = fs.readdirSync(share);
  const size = fs.statSync(path.join(share, name)).size;
  for (const now of [size + 1, size - 1]) {
    fs.truncateSync(path.join(share, name), now);
    const items = await itemsOf(await openCopy('pingvin', copy));
    expect(items).toContainEqual({
      remark: expect.objectContaining({
        oldId: name,
        reason: 'sizeMismatch',
        text: `${now} of ${size} bytes are there`,
      }),
    });
  }
});
