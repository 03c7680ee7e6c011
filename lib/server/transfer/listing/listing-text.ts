import 'server-only';
import type { OpenShare } from '@/lib/contract/share/open-share';
import { oneLine } from '@/lib/domain/pasted/name';
import { shareTitle } from '@/lib/domain/title';
import { formatBytes } from '@/lib/domain/units';
import { type Locale, tagOf } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';

export type ShareListing = {
  detail: OpenShare;
  /** Without a trailing slash. */
  link: string;
  /** Visit key for the URLs of a link that requires one. */
  key: string | null;
  locale: Locale;
};

type ListingFile = OpenShare['files'][number];

const pathOf = ({ path, filename }: ListingFile) => (path ? `${path}/${filename}` : filename);
const complete = ({ files }: OpenShare) => files.filter((file) => file.complete);

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

export function textOf(listing: ShareListing): string {
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
  const rest = [
    `${t('plain.zip')} ${addressOf(listing, 'zip')}`,
    `${t('plain.sums')} ${addressOf(listing, 'SHA256SUMS')}`,
    `${t('plain.urls')} ${addressOf(listing, 'urls')}`,
  ].join('\n');
  return `${[...(title ? [oneLine(title)] : []), ...files, rest].join('\n\n')}\n`;
}

/** sha256sum reads "-" as standard input. */
const inSums = (path: string) => (path === '-' ? './-' : path);

/** GNU sha256sum marks a line with an escaped name by a leading backslash. */
export const sumsOf = ({ detail }: ShareListing): string =>
  complete(detail)
    .filter(({ checksum }) => checksum)
    .map((file) => `${file.checksum}  ${inSums(oneLine(pathOf(file)))}\n`)
    .map((line) => (line.includes('\\') ? `\\${line.replaceAll('\\', '\\\\')}` : line))
    .join('');

export const urlsOf = (listing: ShareListing): string =>
  addressesOf(listing)
    .map((address) => `${address}\n`)
    .join('');
