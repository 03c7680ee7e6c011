import { downloadZip, predictLength } from 'client-zip';
import { archiveName, entryNames } from '@/lib/domain/file/entry-names';
import { displayablePictures, displayType } from '@/lib/domain/file/file-type';
import { sealedRoot } from '@/lib/domain/sealed/sealed-root';
import { importShareKey } from '@/lib/domain/sealed/share-key';
import { readSealed } from './read-sealed';
import { type WorkerFile, type WorkerShare, zipFileId } from './worker-share';

/** Answers an address below `sealedRoot`. A page that is opened with it gets a download, never a page of ours. */
export async function answerSealed(request: Request, share: WorkerShare): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [, fileId = ''] = pathname.slice(sealedRoot.length).split('/');
  if (fileId === zipFileId) return zipOf(share, searchParams);
  const file = share.files.find(({ id }) => id === fileId);
  if (!file) return new Response(null, { status: 404 });
  if (searchParams.has('picture')) return pictureOf(file);
  const shown = searchParams.has('ahead') ? 'ahead' : 'preview';
  return partOf(share, file, {
    use: isSaved(request) ? 'download' : shown,
    range: request.headers.get('range'),
  });
}

/** The browser saves the answer, and shows it nowhere. */
export function isSaved({ url, mode }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  return searchParams.has('download') || mode === 'navigate' || pathname.endsWith(`/${zipFileId}`);
}

async function partOf(
  share: WorkerShare,
  file: WorkerFile,
  { use, range }: { use: FileUse; range: string | null },
): Promise<Response> {
  const { size, name } = file;
  const part = parseRange(range, size);
  if (!part) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  const isDownload = use === 'download';
  const body = await bytesOf(share, file, { ...part, use });
  const headers = {
    'content-type': isDownload ? 'application/octet-stream' : safeType(file),
    'content-length': String(part.end - part.start),
    'content-disposition': `${isDownload ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeName(name)}`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(range && { 'content-range': `bytes ${part.start}-${part.end - 1}/${size}` }),
  };
  return new Response(body, { status: range ? 206 : 200, headers });
}

async function bytesOf(
  share: WorkerShare,
  { id, salt, size }: WorkerFile,
  { start, end, use }: { start: number; end: number; use: FileUse },
) {
  const address = addressOf(share, use).replace(share.token, id);
  return readSealed(await importShareKey(share.key), { address, salt, size }, { start, end });
}

type FileUse = 'download' | 'archive' | 'preview' | 'ahead';

/** Tells the server what to count: an archive once, what is fetched ahead never. */
const addressOf = ({ download, preview }: WorkerShare, use: FileUse): string =>
  ({ download, archive: `${download}&archive=1`, preview, ahead: `${preview}&ahead=1` })[use];

/** One range (RFC 9110, section 14.1.2); the whole file where none is asked for. Null when there is no such part. */
export function parseRange(header: string | null, size: number): { start: number; end: number } | null {
  const match = header === null ? null : /^bytes=(\d*)-(\d*)$/.exec(header);
  if (!match) return { start: 0, end: size };
  const [, from = '', to = ''] = match;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
  return start < end ? { start, end } : null;
}

/** Nothing that could run a script: this is the server's own origin. */
function safeType({ type, name }: WorkerFile): string {
  const shown = displayType(type, name);
  const family = shown.split('/', 1)[0];
  if (family === 'text') return 'text/plain; charset=utf-8';
  const isSafe = displayablePictures.includes(shown) || family === 'video' || family === 'audio';
  // A picture in a page runs no scripts, and as a page of its own it is a download.
  const isShown = isSafe || shown === 'image/svg+xml' || shown === 'application/pdf';
  return isShown ? shown : 'application/octet-stream';
}

function pictureOf({ picture }: WorkerFile): Response {
  if (picture === null) return new Response(null, { status: 404 });
  const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
  return new Response(bytes, {
    headers: { 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' },
  });
}

function zipOf(share: WorkerShare, query: URLSearchParams): Response {
  const [files, except] = [query.getAll('file'), query.getAll('exceptFile')];
  const chosen = share.files.filter(
    ({ id, isWhole }) => isWhole && (files.length === 0 || files.includes(id)) && !except.includes(id),
  );
  const names = entryNames(chosen);
  const entries = chosen.map((file, at) => ({
    name: names[at] ?? file.id,
    size: file.size,
    lastModified: new Date(file.modifiedMs ?? Date.now()),
    file,
  }));
  const packed = async function* () {
    for (const { file, ...entry } of entries) {
      const { size } = file;
      yield { ...entry, input: await bytesOf(share, file, { start: 0, end: size, use: 'archive' }) };
    }
  };
  const { body } = downloadZip(packed(), { buffersAreUTF8: true });
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(predictLength(entries)),
      'content-disposition': `attachment; filename*=UTF-8''${encodeName(archiveName(share.title))}`,
    },
  });
}

/** RFC 8187. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed().replaceAll(/[/\\]/g, '_')).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
