import 'server-only';
import { createHash } from 'node:crypto';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { archiveName, entryNames } from '@/lib/domain/file/entry-names';
import { paths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import { contextFor } from '@/lib/server/http/context';
import { proofOf, visitKeyIn } from '@/lib/server/http/proof';
import { recordInboxDownload, selectInboxFiles } from '@/lib/server/services/delivery/inbox-files';
import type { Download } from '@/lib/server/services/download/record';
import { type SelectedFile, type Selection, storeCrc32 } from '@/lib/server/services/file/selection';
import { openSelection } from '@/lib/server/services/open/open-files';
import { ownSelection } from '@/lib/server/services/share/own-files';
import { crc32Hex, updateCrc32 } from '../crc32';
import { type Bytes, contentAnswer } from '../download/bytes-answer';
import { disposition } from '../download/disposition';
import { beginningOf, recordDownloadSoon } from '../download/record-download';
import type { TransferRequest, TransferResponse } from '../messages';
import { scopeFor, type TransferTarget } from '../target';
import { choiceOf } from './choice';
import { zipLayout } from './layout';
import type { ZipEntry } from './records';
import { zipBytes } from './zip-bytes';

/**
 * All or some files of a share in one archive, for those who manage the share and for visitors of its link; and all that
 * came through an alias, for those who see it.
 */
export async function serveZip(request: TransferRequest, target: TransferTarget): Promise<TransferResponse> {
  const answer = await contentAnswer(request, () => zipFor(request, target));
  return answer.status >= 400 && isFromPage(request) ? backToPage(target) : answer;
}

const isFromPage = ({ method, headers }: TransferRequest): boolean =>
  method === 'POST' && (headers.get('accept') ?? '').includes('text/html');

/** A form of the page would show a refusal in place of it. The page itself says what is wrong, and asks for what is missing. */
const backToPage = ({ kind, id }: TransferTarget): TransferResponse => ({
  status: 303,
  headers: { location: kind === 'openZip' ? paths.open(id) : paths.share(id), 'content-length': '0' },
  body: null,
});

async function zipFor(request: TransferRequest, target: TransferTarget): Promise<Bytes> {
  const { kind, id } = target;
  if (kind === 'inboxZip') {
    const ctx = await contextFor(request, 'user', scopeFor(request, target));
    const { selection, shareIds } = await selectInboxFiles(ctx, id);
    const begins = () => recordInboxDownload(ctx, { aliasId: id, shareIds });
    return bytesOf(ctx, selection, () => ({ begins, sent: () => undefined }));
  }
  const choice = await choiceOf(request);
  if (kind === 'ownZip') {
    const ctx = await contextFor(request, 'user', scopeFor(request, target));
    const selection = await ownSelection(ctx, { shareId: id, ...choice });
    return bytesOf(ctx, selection, recordOf(ctx, { shareId: id, fileId: null, visitId: null }));
  }
  const ctx = await contextFor(request, 'open');
  const proof = proofOf(request.headers, visitKeyIn(request.url));
  const { selection, ...by } = await openSelection(ctx, { linkId: id, ...choice }, proof);
  return bytesOf(ctx, selection, recordOf(ctx, { ...by, fileId: null }));
}

/** What is done when an archive of so many bytes begins and ends. */
type Told = (sizeBytes: number) => Pick<Bytes, 'begins' | 'sent'>;

const recordOf =
  (ctx: Context, download: Download): Told =>
  (sizeBytes) => ({
    begins: beginningOf(ctx, download),
    sent: (sent) => recordDownloadSoon(ctx, download, { ...sent, sizeBytes }),
  });

async function bytesOf(ctx: Context, selection: Selection, told: Told): Promise<Bytes> {
  const entries = await entriesOf(ctx, selection);
  // Each step takes a tenth of a second for a hundred thousand files, and others want to be served in between.
  await othersFirst();
  const layout = zipLayout(entries);
  await othersFirst();
  const etag = etagOf(entries);
  return {
    sizeBytes: layout.sizeBytes,
    version: { etag, modified: null },
    headers: {
      'content-type': 'application/zip',
      'content-disposition': disposition(archiveName(selection.name), 'attachment'),
    },
    link: null,
    place: null,
    read: (range) => zipBytes(layout, range, ctx.storage.read),
    ...told(layout.sizeBytes),
  };
}

async function entriesOf(ctx: Context, { files }: Selection): Promise<ZipEntry[]> {
  const names = entryNames(files);
  await othersFirst();
  const entries: ZipEntry[] = [];
  for (const [n, file] of files.entries()) {
    const { id, sizeBytes, modifiedAtMs, crc32 } = file;
    const crc = crc32 === null ? await crc32Of(ctx, file) : Number.parseInt(crc32, 16);
    entries.push({ fileId: id, name: names[n] ?? id, sizeBytes, crc32: crc, modifiedAtMs });
  }
  return entries;
}

/** Changes whenever the same entries come to other bytes. */
const format = 'with extended timestamps';

/** Everything that the archive's bytes follow from, so that a resumed download never joins two archives. */
function etagOf(entries: ZipEntry[]): string {
  const hash = createHash('sha256').update(format);
  for (let n = 0; n < entries.length; n += 1000) {
    const some = entries.slice(n, n + 1000);
    // Many small updates would cost more than hashing them.
    hash.update(
      some
        .map(({ fileId, name, sizeBytes, crc32, modifiedAtMs }) =>
          [fileId, name, sizeBytes, crc32, modifiedAtMs, ''].join('\0'),
        )
        .join(''),
    );
  }
  return `"${hash.digest('base64url')}"`;
}

/** The checksum of a file that has none from its arrival: it is read once, and then never again. */
async function crc32Of(ctx: Context, file: SelectedFile): Promise<number> {
  let crc = 0;
  if (file.sizeBytes > 0) {
    for await (const buffer of ctx.storage.read(file.id, { start: 0, end: file.sizeBytes - 1 })) {
      crc = updateCrc32([buffer], crc);
    }
  }
  await storeCrc32(ctx, file.id, crc32Hex(crc));
  return crc;
}
