import { type BundleHead, bundleLines, formatHead } from '@/lib/domain/file/bundle';
import type { TusSetup } from '../tus/sender';
import { StallWatch } from '../tus/tus-request';
import type { BundleEntry, PostBundle } from './bundling-sender';

/** By XMLHttpRequest, because fetch doesn't tell how far a body is. The browser reads the files while it sends them. */
export const postBundle: PostBundle = (setup, entries, arrived, { signal, asks = false } = {}) =>
  new Promise((resolve, reject) => {
    const byKey = new Map(entries.map((entry) => [keyOf(setup, entry), entry]));
    const parts = ([key, { item }]: [string, BundleEntry]) =>
      asks ? [formatHead({ ...headOf(key, item), ask: true })] : [formatHead(headOf(key, item)), item.file];
    const body = new Blob([...byKey].flatMap(parts));
    const fileUrl = (id: string) => `${setup.access.endpointOf(setup.memory.share.shareId)}/${id}`;
    const request = new XMLHttpRequest();
    const watch = new StallWatch(() => request.abort());
    const noteProgress = progressOf(entries, body.size);
    const readLines = () => noteArrived(request, byKey, (entry, id) => arrived(entry, fileUrl(id)));
    request.open('POST', bundleUrl(setup));
    for (const [name, value] of Object.entries(setup.access.headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => {
      watch.recordActivity();
      noteProgress(loaded);
    };
    request.onprogress = () => {
      watch.recordActivity();
      readLines();
    };
    request.onloadend = () => {
      watch.stop();
      readLines();
      if (request.status === 200) resolve();
      else reject(new Error(String(request.status)));
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    watch.recordActivity();
    request.send(body);
  });

const keys = new WeakMap<BundleEntry, string>();

/** The same also after the file was removed and its key forgotten. */
function keyOf({ memory }: TusSetup, entry: BundleEntry): string {
  const key = keys.get(entry) ?? memory.creationKeyOf(entry.item.key);
  keys.set(entry, key);
  return key;
}

function noteArrived(
  { status, responseText }: XMLHttpRequest,
  byKey: Map<string, BundleEntry>,
  arrived: (entry: BundleEntry, id: string) => void,
): void {
  if (status !== 200) return;
  for (const { key = '', id } of bundleLines(responseText)) {
    const entry = byKey.get(key);
    if (!entry || !id) continue;
    byKey.delete(key);
    arrived(entry, id);
  }
}

const bundleUrl = ({ access, memory }: TusSetup): string =>
  access.endpointOf(memory.share.shareId).replace(/tus$/, 'bundle');

const headOf = (key: string, { path, filename, size, file }: BundleEntry['item']): BundleHead => ({
  key,
  path: path ? `${path}/${filename}` : filename,
  size,
  modified: file.lastModified >= 0 ? file.lastModified : undefined,
  type: file.type || undefined,
});

/** Tells of a file once all of it has left. */
function progressOf(entries: readonly BundleEntry[], bodyBytes: number): (sentBytes: number) => void {
  const totalBytes = entries.reduce((sum, { item }) => sum + item.size, 0);
  let next = 0;
  let toldBytes = 0;
  return (sentBytes) => {
    const fileBytes = (sentBytes / bodyBytes) * totalBytes;
    for (let entry = entries[next]; entry; entry = entries[++next]) {
      if (toldBytes + entry.item.size > fileBytes) return;
      toldBytes += entry.item.size;
      entry.on.progress(entry.item.size);
    }
  };
}
