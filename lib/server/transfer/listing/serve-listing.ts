import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { headerNames } from '@/lib/contract/http/names';
import type { OpenShare } from '@/lib/contract/share/open-share';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { shareTitle } from '@/lib/domain/title';
import { formatBytes } from '@/lib/domain/units';
import { type Locale, tagOf } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import { contextFor } from '@/lib/server/http/context';
import { proofOf, visitKeyIn } from '@/lib/server/http/proof';
import { localeOf } from '@/lib/server/http/refusal';
import { checkRate } from '@/lib/server/limits/rate';
import { authorizeLink } from '@/lib/server/services/open/gate';
import { openShare } from '@/lib/server/services/open/open-share';
import {
  errorResponse,
  plainRefusal,
  type TransferRequest,
  type TransferResponse,
  type TransferTarget,
  textResponse,
} from '../messages';

type ShareListing = {
  detail: OpenShare;
  /** Without a trailing slash. */
  link: string;
  /** Visit key for the URLs of a link that requires one. */
  key: string | null;
  locale: Locale;
};

type ListingFile = OpenShare['files'][number];

const pathOf = ({ path, filename }: ListingFile) => (path ? `${path}/${filename}` : filename);
const waits = (file: ListingFile) => file.complete && file.scan === 'pending';
const complete = ({ files }: OpenShare) => files.filter((file) => file.complete && !waits(file));

const addressOf = ({ link, key }: ShareListing, path: string) =>
  `${link}/${path}${key ? `?visit=${key}` : ''}`;

/** A path finds only the first of several files with the same path, so the others get URLs by id. */
function addressesOf(listing: ShareListing): string[] {
  const seen = new Set<string>();
  return complete(listing.detail).map((file) => {
    const path = pathOf(file);
    const isFirst = !seen.has(path);
    seen.add(path);
    return addressOf(listing, isFirst ? `file/${encodeURIComponent(path)}` : `file-by-id/${file.id}`);
  });
}

function textOf(listing: ShareListing): string {
  const { detail, locale } = listing;
  const t = translator(locale);
  const addresses = addressesOf(listing);
  const title = shareTitle(detail.descriptionRaw, detail.name);
  const files = complete(detail).map((file, nth) =>
    [
      oneLine(pathOf(file)),
      `  ${formatBytes(file.size, tagOf(locale))}`,
      ...(file.checksum ? [`  sha256 ${file.checksum}`] : []),
      `  ${addresses[nth]}`,
    ].join('\n'),
  );
  const waiting = detail.files
    .filter(waits)
    .map((file) => `${oneLine(pathOf(file))}\n  ${t('files.scan.pending')}`);
  const rest = [
    `${t('plain.zip')} ${addressOf(listing, 'zip')}`,
    `${t('plain.sums')} ${addressOf(listing, 'SHA256SUMS')}`,
    `${t('plain.urls')} ${addressOf(listing, 'urls')}`,
  ].join('\n');
  return `${[...(title ? [oneLine(title)] : []), ...files, ...waiting, rest].join('\n\n')}\n`;
}

/** sha256sum reads "-" as standard input. */
const inSums = (path: string) => (path === '-' ? './-' : path);

/** GNU sha256sum marks a line with an escaped name by a leading backslash. */
const sumsOf = ({ detail }: ShareListing): string =>
  complete(detail)
    .filter(({ checksum }) => checksum)
    .map((file) => `${file.checksum}  ${inSums(oneLine(pathOf(file)))}\n`)
    .map((line) => (line.includes('\\') ? `\\${line.replaceAll('\\', '\\\\')}` : line))
    .join('');

const urlsOf = (listing: ShareListing): string =>
  addressesOf(listing)
    .map((address) => `${address}\n`)
    .join('');

const writers: Partial<Record<TransferTarget['kind'], (listing: ShareListing) => string>> = {
  openText: textOf,
  openSums: sumsOf,
  openUrls: urlsOf,
};

/** Lists a share as text. Uses a view, as the page does. */
export async function serveListing(
  request: TransferRequest,
  target: TransferTarget,
): Promise<TransferResponse> {
  try {
    return await listingFor(request, target);
  } catch (error) {
    const answer = plainRefusal(errorResponse(error, request), request);
    const isLocked = error instanceof AppError && error.code === 'open.passwordRequired';
    return isLocked && answer.headers['content-type']?.startsWith('text/')
      ? withHint(answer, request)
      : answer;
  }
}

async function listingFor(request: TransferRequest, { kind, id }: TransferTarget): Promise<TransferResponse> {
  const ctx = await contextFor(request, 'open');
  checkRate(ctx);
  const visitKey = visitKeyIn(request.url);
  const proof = proofOf(request.headers, visitKey);
  if (request.method === 'HEAD') {
    await authorizeLink(ctx, id, proof);
    return { ...textResponse(200, ''), body: null };
  }
  const { detail, pass } = await openShare(ctx, id, proof);
  const listing = { detail, link: ctx.config.BASE_URL + paths.open(id), locale: localeOf(request.headers) };
  return textResponse(200, writers[kind]?.({ ...listing, key: pass ? pass.key : visitKey }) ?? '');
}

function withHint(answer: TransferResponse, request: TransferRequest): TransferResponse {
  const hint = translator(localeOf(request.headers))('plain.password');
  const text = `${answer.body ?? ''}${hint}\n  curl -H '${headerNames.password}: …'\n`;
  const hinted = textResponse(answer.status, text);
  const body = request.method === 'HEAD' ? null : text;
  return { ...answer, headers: { ...answer.headers, ...hinted.headers }, body };
}
