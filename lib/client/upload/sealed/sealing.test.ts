import { afterEach, expect, test, vi } from 'vitest';
import { ManifestStore } from '@/lib/client/sealed/manifest-store';
import { findParts } from '@/lib/client/upload/unfinished/partial-files';
import { unfinishedFile } from '@/lib/client/upload/unfinished/unfinished-store';
import { UploadMemory } from '@/lib/client/upload/unfinished/upload-memory';
import { type UploadItem, waitingItem } from '@/lib/client/upload/upload-item';
import { arrivedCrcHeader } from '@/lib/contract/http/names';
import { crc32Of } from '@/lib/domain/file/crc32';
import { unsealManifest } from '@/lib/domain/sealed/manifest';
import { newShareKey, type ShareKey } from '@/lib/domain/sealed/share-key';
import { unsealBytes } from '@/lib/domain/sealed/unseal';
import { Sealing } from './sealing';

afterEach(() => vi.unstubAllGlobals());

/** A server that stores one manifest. `meanwhile` is what another tab saves before the next change. */
function manifestServer() {
  const stored = { revision: 0, manifest: null as string | null, saves: 0 };
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { manifest, revision } = JSON.parse(body);
    const refused = { success: false, message: 'changed', code: 'request.changed', now: { ...stored } };
    if (revision !== stored.revision) return Response.json(refused);
    Object.assign(stored, { manifest, revision: revision + 1, saves: stored.saves + 1 });
    return Response.json({ success: true, message: '', code: null, revision: stored.revision });
  });
  return stored;
}

const item = (text: string, name: string, lastModified = 1): UploadItem => {
  const file = new File([text], name, { lastModified, type: 'text/plain' });
  return waitingItem({ file, path: 'folder' }, JSON.stringify(['folder', name, text.length, lastModified]));
};

async function openStored(key: Awaited<ReturnType<typeof newShareKey>>, stored: { manifest: string | null }) {
  return unsealManifest(key, Uint8Array.from(Buffer.from(stored.manifest ?? '', 'base64')));
}

const begin = async () => {
  const stored = manifestServer();
  const key = await newShareKey();
  const sealing = new Sealing(key, new ManifestStore({ shareId: 's', shareKey: key }));
  return { stored, key, sealing };
};

test('files are named in the manifest alone, which is saved once before any is sent', async () => {
  const { stored, key, sealing } = await begin();
  const items = Array.from({ length: 30 }, (_, at) => item(`content ${at}`, `plans ${at}.txt`));
  await sealing.prepare(items);
  expect(stored.saves).toBe(1);
  const { files } = await openStored(key, stored);
  expect(files.map(({ name }) => name).sort()).toEqual(items.map(({ filename }) => filename).sort());
  const wire = await sealing.wireOf(items[3] as UploadItem);
  expect(stored.saves).toBe(1);
  expect(wire.metadata).toEqual({
    filename: `${files.find(({ name }) => name === 'plans 3.txt')?.salt}.sealed`,
  });
  const sealed = (await wire.slice(0, wire.size)) as Uint8Array<ArrayBuffer>;
  expect(new TextDecoder().decode(await unsealBytes(key, 'file', sealed))).toBe('content 3');
});

test('a file that is sealed anew has another key, and one entry', async () => {
  const { stored, key, sealing } = await begin();
  const one = item('text', 'a.txt');
  const before = (await sealing.wireOf(one)).metadata;
  await sealing.renew(one);
  const after = (await sealing.wireOf(one)).metadata;
  expect(after).not.toEqual(before);
  const { files } = await openStored(key, stored);
  expect(files.map(({ salt }) => `${salt}.sealed`)).toEqual([after.filename]);
});

test('files added by another tab stay', async () => {
  const { stored, key, sealing } = await begin();
  const other = new Sealing(key, new ManifestStore({ shareId: 's', shareKey: key }));
  await sealing.prepare([item('one', 'one.txt')]);
  await other.prepare([item('two', 'two.txt')]);
  await sealing.drop(item('one', 'one.txt'));
  await sealing.prepare([item('three', 'three.txt')]);
  const { files } = await openStored(key, stored);
  expect(files.map(({ name }) => name).sort()).toEqual(['three.txt', 'two.txt']);
});

test('more names than fit are refused before anything is saved or sent', async () => {
  const { stored, sealing } = await begin();
  const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(150))).toString('base64');
  const items = Array.from({ length: 27_000 }, () => item('', noise()));
  await expect(sealing.prepare(items)).rejects.toMatchObject({ kind: 'tooManyNames' });
  expect(stored.saves).toBe(0);
});

test('nothing is sent whose name could not be saved', async () => {
  const { sealing } = await begin();
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  await expect(sealing.wireOf(item('one', 'one.txt'))).rejects.toMatchObject({ kind: 'network' });
});

const sealingOf = (key: ShareKey) => new Sealing(key, new ManifestStore({ shareId: 's', shareKey: key }));

/** A disk image of zeros but for one byte, always of one size and time. */
function disk(changedAt = 2_000_000): UploadItem {
  const bytes = new Uint8Array(2_000_000);
  bytes.fill(1, changedAt, changedAt + 1);
  return waitingItem({ file: new File([bytes], 'disk.img', { lastModified: 1 }), path: '' }, 'disk.img');
}

test('a byte that changes anywhere, with size and time kept, is sealed with another key', async () => {
  const { key, sealing } = await begin();
  const names = [(await sealing.wireOf(disk())).metadata.filename];
  for (let at = 20_000; at < 2_000_000; at += 65_536) {
    manifestServer();
    names.push((await sealingOf(key).wireOf(disk(at))).metadata.filename);
  }
  expect(new Set(names).size).toBe(names.length);
});

/** Half of a file is sealed, and the page is left. */
async function halfSealed() {
  const begun = await begin();
  const wire = await begun.sealing.wireOf(disk());
  const half = (await wire.slice(0, 1_000_000)) as Uint8Array;
  const salt = begun.sealing.saltOf('disk.img');
  return { ...begun, wire, half, row: { ...unfinishedFile(disk()), key: 'disk.img', url: '/part', salt } };
}

test('in another visit the same file goes on, and what has changed in it is never sealed where it was', async () => {
  const { key, wire, half, row } = await halfSealed();
  for (const changedAt of [2_000_000, 999_000, 20_000]) {
    const sealing = sealingOf(key);
    expect(await sealing.recall([row])).toEqual(new Set(['disk.img']));
    const again = await sealing.wireOf(disk(changedAt));
    expect(again.metadata).toEqual(wire.metadata);
    const slice = again.slice(0, 1_000_000) as Promise<Uint8Array>;
    if (changedAt < 1_000_000) await expect(slice).rejects.toThrow('has changed');
    else expect(Buffer.compare(await slice, half)).toBe(0);
    expect(again.hasChanged?.()).toBe(changedAt < 1_000_000);
  }
});

test('a file that this browser knows nothing of begins anew, and its earlier entry goes', async () => {
  const { key, row, stored } = await halfSealed();
  const sealing = sealingOf(key);
  const unknown = { ...row, salt: '00'.repeat(16) };
  expect(await sealing.recall([{ ...row, url: null }, unknown])).toEqual(new Set());
  await sealing.prepare([disk()]);
  const { files } = await openStored(key, stored);
  expect(files).toMatchObject([{ name: 'disk.img', salt: sealing.saltOf('disk.img') }]);
  expect(files[0]?.salt).not.toBe(row.salt);
});

test('a file sent once more gets another key', async () => {
  const { sealing } = await halfSealed();
  const before = sealing.saltOf('disk.img');
  sealing.finish(disk());
  await sealing.prepare([disk(5)]);
  expect(sealing.saltOf('disk.img')).not.toBe(before);
});

test('a sealed upload whose arrived part has changed is removed and begins anew', async () => {
  const { key, row, half } = await halfSealed();
  const removed: string[] = [];
  const save = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'DELETE') removed.push(url);
    if (url !== row.url || init.method === 'DELETE') return save(url, init);
    const sum = crc32Of(half).toString(16);
    const headers = { 'Upload-Offset': '1000000', 'Upload-Length': '2000528', [arrivedCrcHeader]: sum };
    return new Response(null, { headers });
  });
  vi.stubGlobal('navigator', {});
  const lookUp = async (file: UploadItem) => {
    const sealing = sealingOf(key);
    const memory = new UploadMemory({
      shareId: 's',
      doorKey: 'a',
      name: null,
      wantsLink: false,
      receipt: null,
    });
    for (const known of await sealing.recall([row])) memory.knowUrl(known, row.url);
    const serverFiles = { findPartial: () => ({ here: [], elsewhere: [] }), isComplete: () => false };
    const wireOf = (item: UploadItem) => sealing.wireOf(item);
    await findParts([file], serverFiles, { headers: {}, memory, wireOf, sealing });
    return { url: memory.urlOf('disk.img'), salt: sealing.saltOf('disk.img') };
  };
  expect(await lookUp(disk())).toEqual({ url: row.url, salt: row.salt });
  expect(removed).toEqual([]);
  const { url, salt } = await lookUp(disk(30_000));
  expect([url, removed]).toEqual([null, [row.url]]);
  expect(salt).not.toBe(row.salt);
});

test('a file that can’t be read keeps no other from being sealed', async () => {
  const { sealing } = await begin();
  const gone = Object.defineProperty(new File(['gone'], 'gone.txt'), 'slice', {
    value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  });
  const lost = waitingItem({ path: '', file: gone }, 'gone');
  await sealing.prepare([item('here', 'here.txt'), lost]);
  const here = await sealing.wireOf(item('here', 'here.txt'));
  expect(await here.slice(0, here.size)).toHaveLength(here.size);
  const wire = await sealing.wireOf(lost);
  await expect(wire.slice(0, wire.size)).rejects.toThrow();
});
