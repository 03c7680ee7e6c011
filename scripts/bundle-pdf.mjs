// Makes public/pdf/: the page that draws PDFs (components/files/pdf-document) with pdf.js in it, and the character
// maps, fonts and decoders that pdf.js asks for. One classic script, because a page of an opaque origin can load
// neither modules nor worker files.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from './lib/step.mjs';

const source = path.join(root, 'components/files/pdf-document');
const target = path.join(root, 'public/pdf');
const pdfjs = path.join(root, 'node_modules/pdfjs-dist');

const classic = {
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  legalComments: 'inline',
  logLevel: 'error',
  // Left over from the modules these were; nothing that runs in a browser's frame reads it.
  define: { 'import.meta.url': '""' },
};

fs.rmSync(target, { recursive: true, force: true });
fs.mkdirSync(target, { recursive: true });

const worker = await build({
  ...classic,
  entryPoints: [path.join(pdfjs, 'legacy/build/pdf.worker.mjs')],
  write: false,
});
await build({
  ...classic,
  entryPoints: [path.join(source, 'main.ts')],
  outfile: path.join(target, 'viewer.js'),
  define: { ...classic.define, PDF_WORKER: JSON.stringify(worker.outputFiles[0].text) },
});
fs.copyFileSync(path.join(source, 'viewer.html'), path.join(target, 'viewer.html'));
for (const [from, to] of [
  ['cmaps', 'cmaps'],
  ['standard_fonts', 'fonts'],
  ['wasm', 'wasm'],
]) {
  fs.cpSync(path.join(pdfjs, from), path.join(target, to), { recursive: true });
}
