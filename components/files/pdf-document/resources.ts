import type { FromFrame, ResourceFolder, ToFrame } from './messages';

type PendingResource = { resolve: (bytes: Uint8Array) => void; reject: (reason: Error) => void };

const waiting = new Map<number, PendingResource>();
let lastId = 0;

const folders: Record<string, ResourceFolder> = {
  cMapUrl: 'cmaps',
  standardFontDataUrl: 'fonts',
  wasmUrl: 'wasm',
};

export class ParentResources {
  fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const folder = folders[kind];
    if (!folder) return Promise.reject(new Error(`no such resource: ${kind}`));
    const id = ++lastId;
    const message: FromFrame = { type: 'want', id, folder, name: filename };
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      parent.postMessage(message, '*');
    });
  }
}

export function receiveResource({ id, bytes }: Extract<ToFrame, { type: 'resource' }>): void {
  const pending = waiting.get(id);
  waiting.delete(id);
  if (bytes) pending?.resolve(new Uint8Array(bytes));
  else pending?.reject(new Error('the resource is missing'));
}
