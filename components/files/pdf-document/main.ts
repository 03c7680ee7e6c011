// The script of public/pdf/viewer.html: renders a PDF in a sandboxed frame.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type FromFrame, type ToFrame, viewerKeys } from './messages';
import { showPages } from './page-list';
import { ParentResources, receiveResource } from './resources';

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
