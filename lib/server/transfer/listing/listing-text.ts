import 'server-only';
import type { OpenShare } from '@/lib/contract/share/open-share';
import { oneLine } from '@/lib/domain/pasted/name';
import { shareTitle } from '@/lib/domain/title';
import { formatBytes } from '@/lib/domain/units';
import { type Locale, tagOf } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';

export type Listed = {
  detail: OpenShare;
  /** The link's own address, without a slash at its end. */
  link: string;
  /** Proves the visit in addresses of a link that needs it. */
  key: string | null;
  locale: Locale;
};

type File = OpenShare['files'][number];

const pathOf = ({ path, filename }: File) => (path ? `${path}/${filename}` : filename);
const complete = ({ files }: OpenShare) => files.filter((file) => file.complete);

const addressOf = ({ link, key }: Listed, path: string) => `${link}/${path}${key ? `?visit=${key}` : ''}`;

/** Of files with one folder and name only the first is found by them, so the others keep their ids. */
function addressesOf(listed: Listed): string[] {
  const seen = new Set<string>();
  return complete(listed.detail).map((file) => {
    const path = pathOf(file);
    const isFirst = !seen.has(path);
    seen.add(path);
    return addressOf(listed, isFirst ? `file/${encodeURIComponent(path)}` : `file-by-id/${file.id}`);
  });
}

export function textOf(listed: Listed): string {
  const { detail, locale } = listed;
  const t = translator(locale);
  const addresses = addressesOf(listed);
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
    `${t('plain.zip')} ${addressOf(listed, 'zip')}`,
    `${t('plain.sums')} ${addressOf(listed, 'SHA256SUMS')}`,
    `${t('plain.urls')} ${addressOf(listed, 'urls')}`,
  ].join('\n');
  return `${[...(title ? [oneLine(title)] : []), ...files, rest].join('\n\n')}\n`;
}

/** Programs take "-" for what comes in by a pipe. */
const inSums = (path: string) => (path === '-' ? './-' : path);

/** A backslash in front says that the name has escapes: the form of GNU's sha256sum. */
export const sumsOf = ({ detail }: Listed): string =>
  complete(detail)
    .filter(({ checksum }) => checksum)
    .map((file) => `${file.checksum}  ${inSums(oneLine(pathOf(file)))}\n`)
    .map((line) => (line.includes('\\') ? `\\${line.replaceAll('\\', '\\\\')}` : line))
    .join('');

export const urlsOf = (listed: Listed): string =>
  addressesOf(listed)
    .map((address) => `${address}\n`)
    .join('');
