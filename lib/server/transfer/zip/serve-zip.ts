import 'server-only';
import { createHash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { AppError } from '@/lib/contract/errors';
import { Ident, Text } from '@/lib/contract/fields';
import { archiveName, entryNames } from '@/lib/domain/file/entry-names';
import { paths } from '@/lib/paths';
import type { Context, UserContext } from '@/lib/server/context';
import type { AskedOfAlias } from '@/lib/server/feature';
import { contextFor } from '@/lib/server/http/context';
import { proofOf, visitKeyIn } from '@/lib/server/http/proof';
import { registeredFeatures } from '@/lib/server/registered-features';
import { isCutOff } from '@/lib/server/services/access/share';
import { recordInboxDownload, selectInboxFiles } from '@/lib/server/services/delivery/inbox-files';
import type { Download } from '@/lib/server/services/download/record';
import type { InboxFiles, Selection, SelectionRequest } from '@/lib/server/services/file/selection';
import { openSelection } from '@/lib/server/services/open/open-files';
import { recordDataDownload, selectOwnData } from '@/lib/server/services/own-data/own-data';
import { ownSelection } from '@/lib/server/services/share/own-files';
import { scopeFor } from '../authorization';
import { contentResponse, type Representation } from '../download/content-response';
import { disposition } from '../download/presentation';
import { limitedStart, recordDownloadSoon } from '../download/record-download';
import {
  queryIn,
  type TransferKind,
  type TransferRequest,
  type TransferResponse,
  type TransferTarget,
} from '../messages';
import { zipBytes, zipLayout } from './layout';
import type { ZipEntry } from './records';

export async function serveZip(request: TransferRequest, target: TransferTarget): Promise<TransferResponse> {
  const answer = await contentResponse(request, () => zipFor(request, target));
  return answer.status >= 400 && isFromPage(request) ? backToPage(target) : answer;
}

const isFromPage = ({ method, headers }: TransferRequest): boolean =>
  method === 'POST' && (headers.get('accept') ?? '').includes('text/html');

/** A refusal of the page's form would replace the page, which can explain it. */
const backToPage = ({ kind, id }: TransferTarget): TransferResponse => ({
  status: 303,
  headers: { location: kind === 'openZip' ? paths.open(id) : paths.share(id), 'content-length': '0' },
  body: null,
});

async function zipFor(request: TransferRequest, target: TransferTarget): Promise<Representation> {
  const { kind, id } = target;
  const select = inboxArchive(kind);
  if (select) {
    const ctx = await contextFor(request, 'user', scopeFor(request, target));
    const { selection, shareIds } = await select(ctx, { aliasId: id, query: queryIn(request) });
    const onStart = () => recordInboxDownload(ctx, { aliasId: id, shareIds });
    return bytesOf(ctx, selection, (_, fileIds) => ({
      onStart,
      isCutOff: () => isCutOff(ctx, { shareIds, fileIds }),
      sent: () => undefined,
    }));
  }
  if (kind === 'dataZip') {
    const { ctx, selection, shareIds } = await selectOwnData(
      await contextFor(request, 'user', scopeFor(request, target)),
    );
    return bytesOf(ctx, selection, (_, fileIds) => ({
      onStart: () => recordDataDownload(ctx),
      isCutOff: () => isCutOff(ctx, { shareIds, fileIds }),
      sent: () => undefined,
    }));
  }
  const choice = await parseSelection(request);
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

type InboxArchive = (ctx: UserContext, asked: AskedOfAlias) => Promise<InboxFiles>;

function inboxArchive(kind: TransferKind): InboxArchive | undefined {
  if (kind === 'inboxZip') return (ctx, { aliasId }) => selectInboxFiles(ctx, aliasId);
  return registeredFeatures().flatMap(({ archives }) => archives?.[kind] ?? [])[0];
}

type DownloadHooks = (
  sizeBytes: number,
  fileIds: ReadonlySet<string>,
) => Pick<Representation, 'onStart' | 'isCutOff' | 'sent'>;

const recordOf =
  (ctx: Context, download: Download): DownloadHooks =>
  (sizeBytes, fileIds) => ({
    onStart: limitedStart(ctx, download),
    isCutOff: () => isCutOff(ctx, { shareIds: [download.shareId], fileIds }),
    sent: (sent) => recordDownloadSoon(ctx, download, { ...sent, sizeBytes }),
  });

async function bytesOf(ctx: Context, selection: Selection, hooksFor: DownloadHooks): Promise<Representation> {
  const entries = await entriesOf(selection);
  // Each step blocks for 0.1 s with 100,000 files, so other requests get a turn in between.
  await yieldToOthers();
  const layout = zipLayout(entries);
  await yieldToOthers();
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
    ...hooksFor(layout.sizeBytes, new Set(selection.files.map(({ id }) => id))),
  };
}

/** The names are a step of their own, after which other requests get a turn. */
async function entriesOf({ files }: Selection): Promise<ZipEntry[]> {
  const names = entryNames(files);
  await yieldToOthers();
  return files.map(({ id, sizeBytes, modifiedAtMs, crc32 }, n) => ({
    fileId: id,
    name: names[n] ?? id,
    sizeBytes,
    crc32: Number.parseInt(crc32, 16),
    modifiedAtMs,
  }));
}

/** Must change when the same entries produce other bytes. */
const format = 'with extended timestamps';

/** Covers everything that determines the archive's bytes, so that a resumed download never joins two archives. */
function etagOf(entries: ZipEntry[]): string {
  const hash = createHash('sha256').update(format);
  for (let n = 0; n < entries.length; n += 1000) {
    const some = entries.slice(n, n + 1000);
    // Many small updates would cost more than the hashing.
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

/** Enough for 50,000 file ids. */
const maxFormBytes = 2 * 1024 * 1024;

/** Parses the query, or the form of a POST. @throws request.tooLarge */
async function parseSelection(request: TransferRequest): Promise<SelectionRequest> {
  const { body, method } = request;
  const fields = method === 'POST' && body ? new URLSearchParams(await textOf(body)) : queryIn(request);
  return {
    fileIds: idsIn(fields, 'file'),
    folders: pathsIn(fields, 'folder'),
    exceptIds: idsIn(fields, 'exceptFile'),
    exceptFolders: pathsIn(fields, 'exceptFolder'),
  };
}

const idsIn = (fields: URLSearchParams, name: string) =>
  fields.getAll(name).filter((id) => Ident.safeParse(id).success);

const pathsIn = (fields: URLSearchParams, name: string) =>
  fields.getAll(name).filter((path) => Text.safeParse(path).success);

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxFormBytes) throw new AppError('request.tooLarge', { max: '2M' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
