// The script of public/pdf/viewer.html: draws a PDF that is handed in, inside a sandboxed frame.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type FromFrame, type ToFrame, viewerKeys } from './messages';
import { showPages } from './page-list';
import { OutsideResources, receiveResource } from './resources';

/** The worker's code, put in by scripts/bundle-pdf.mjs: a page of an opaque origin may load no worker file. */
declare const PDF_WORKER: string;

// The frame's page has an opaque origin and no secret, so it can't and needn't name who listens.
const tell = (message: FromFrame) => parent.postMessage(message, '*');

addEventListener('message', ({ source, data }: MessageEvent<ToFrame>) => {
  if (source !== parent) return;
  if (data.type === 'resource') receiveResource(data);
  else if (data.type === 'open') void open(data);
});

addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey, shiftKey }) => {
  if (viewerKeys.includes(key) && !altKey && !ctrlKey && !metaKey && !shiftKey) tell({ type: 'key', key });
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
      // Those of the system it would load by itself, as files this page may not load.
      useSystemFonts: false,
      BinaryDataFactory: OutsideResources,
      // The names only have to be there: what is behind them is asked for outside.
      cMapUrl: 'cmaps/',
      standardFontDataUrl: 'fonts/',
      wasmUrl: 'wasm/',
    }).promise;
    document.documentElement.lang = await languageOf(pdf);
    const pages = pdf.numPages;
    const labelOf = (page: number) => pageLabel.replace('{page}', `${page}`).replace('{pages}', `${pages}`);
    await showPages(pdf, root, labelOf, (page) => tell({ type: 'shown', page, pages }));
    tell({ type: 'shown', page: 1, pages });
  } catch (error) {
    const locked = error instanceof Error && error.name === 'PasswordException';
    tell({ type: 'failed', reason: locked ? 'locked' : 'broken' });
  }
}

/** So that a screen reader speaks the document's language; the reader's own when the document doesn't tell. */
async function languageOf(pdf: PDFDocumentProxy): Promise<string> {
  const { info } = await pdf.getMetadata();
  const told = 'Language' in info && typeof info.Language === 'string' ? info.Language : '';
  return told || navigator.language;
}

tell({ type: 'ready' });
