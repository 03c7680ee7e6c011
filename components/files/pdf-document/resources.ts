import type { FromFrame, ResourceFolder, ToFrame } from './messages';

type Wanted = { resolve: (bytes: Uint8Array) => void; reject: (reason: Error) => void };

const waiting = new Map<number, Wanted>();
let lastId = 0;

const folders: Record<string, ResourceFolder> = {
  cMapUrl: 'cmaps',
  standardFontDataUrl: 'fonts',
  wasmUrl: 'wasm',
};

/** pdf.js asks this for character maps, fonts and decoders; the page outside fetches them. */
export class OutsideResources {
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
  const wanted = waiting.get(id);
  waiting.delete(id);
  if (bytes) wanted?.resolve(new Uint8Array(bytes));
  else wanted?.reject(new Error('the resource is missing'));
}
