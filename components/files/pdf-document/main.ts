import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type FromFrame, type ResourceFolder, type ToFrame, viewerKeys } from './messages';
import { showPages } from './page-list';

// The script of public/pdf/viewer.html: renders a PDF in a sandboxed frame.

/** Inserted by scripts/bundle-pdf.mjs, since a page with an opaque origin can't load a worker file. */
declare const PDF_WORKER: string;

// The opaque origin can't name a target, and messages contain no secrets.
const send = (message: FromFrame) => parent.postMessage(message, '*');

addEventListener('message', ({ source, data }: MessageEvent<ToFrame>) => {
  if (source !== parent) return;
  if (data.type === 'resource') receiveResource(data);
  else if (data.type === 'open') void open(data);
});

addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey, shiftKey }) => {
  if (viewerKeys.includes(key) && !altKey && !ctrlKey && !metaKey && !shiftKey) send({ type: 'key', key });
});

async function open({ bytes, pageLabel }: Extract<ToFrame, { type: 'open' }>): Promise<void> {
  const root = document.querySelector('main');
  if (!root) return;
  try {
    const code = URL.createObjectURL(new Blob([PDF_WORKER], { type: 'text/javascript' }));
    GlobalWorkerOptions.workerPort = new Worker(code);
    const pdf = await getDocument({
      data: bytes,
      isEvalSupported: false,
      useWorkerFetch: false,
      // Would load font files, which this page may not.
      useSystemFonts: false,
      BinaryDataFactory: ParentResources,
      // Only prefixes: the parent page loads the files.
      cMapUrl: 'cmaps/',
      standardFontDataUrl: 'fonts/',
      wasmUrl: 'wasm/',
    }).promise;
    document.documentElement.lang = await languageOf(pdf);
    const pages = pdf.numPages;
    const labelOf = (page: number) => pageLabel.replace('{page}', `${page}`).replace('{pages}', `${pages}`);
    await showPages(pdf, root, labelOf, (page) => send({ type: 'shown', page, pages }));
    send({ type: 'shown', page: 1, pages });
  } catch (error) {
    const locked = error instanceof Error && error.name === 'PasswordException';
    send({ type: 'failed', reason: locked ? 'locked' : 'broken' });
  }
}

async function languageOf(pdf: PDFDocumentProxy): Promise<string> {
  const { info } = await pdf.getMetadata();
  const language = 'Language' in info && typeof info.Language === 'string' ? info.Language : '';
  return language || navigator.language;
}

send({ type: 'ready' });

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
