import { afterEach, expect, test, vi } from 'vitest';
import { ManifestStore } from '@/lib/client/sealed/manifest-store';
import { type UploadItem, waitingItem } from '@/lib/client/upload/upload-item';
import { fileSalt } from '@/lib/domain/sealed/file-salt';
import { sealedName } from '@/lib/domain/sealed/layout';
import { unsealManifest } from '@/lib/domain/sealed/manifest';
import { newShareKey } from '@/lib/domain/sealed/share-key';
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

test('the same file has the same bytes on another machine, a changed one others', async () => {
  const { key, sealing } = await begin();
  const wire = await sealing.wireOf(item('same', 'a.txt'));
  const elsewhere = new Sealing(key, new ManifestStore({ shareId: 's', shareKey: key }));
  manifestServer();
  expect((await elsewhere.wireOf(item('same', 'a.txt'))).metadata).toEqual(wire.metadata);
  expect((await elsewhere.wireOf(item('Same', 'a.txt', 2))).metadata).not.toEqual(wire.metadata);
});

test('the command would give a file the same salt', async () => {
  const { key, sealing } = await begin();
  const read = async (start: number, end: number) => new TextEncoder().encode('same').slice(start, end);
  const salt = await fileSalt(key, { path: 'folder/a.txt', size: 4, modifiedMs: 1, read });
  expect((await sealing.wireOf(item('same', 'a.txt'))).metadata.filename).toBe(sealedName(salt));
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

test('what another tab has added stays', async () => {
  const { stored, key, sealing } = await begin();
  const other = new Sealing(key, new ManifestStore({ shareId: 's', shareKey: key }));
  await sealing.prepare([item('one', 'one.txt')]);
  await other.prepare([item('two', 'two.txt')]);
  await sealing.drop(item('one', 'one.txt'));
  await sealing.prepare([item('three', 'three.txt')]);
  const { files } = await openStored(key, stored);
  expect(files.map(({ name }) => name).sort()).toEqual(['three.txt', 'two.txt']);
});

test('nothing is sent whose name could not be saved', async () => {
  const { sealing } = await begin();
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  await expect(sealing.wireOf(item('one', 'one.txt'))).rejects.toMatchObject({ kind: 'network' });
});
