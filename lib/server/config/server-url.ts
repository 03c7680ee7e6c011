import { canParseUrl } from '@/lib/domain/url';

const ending = /[/?#]/;

/**
 * Checks a server's URL without revealing its password. An unescaped `#`, `/` or `?` in a password would move
 * a part of it into the host. Returns null for a valid URL.
 */
export function serverUrlComplaint(url: string): string | null {
  const rest = url.slice(url.indexOf('://') + 3);
  const end = rest.search(ending);
  const [beginning, remainder] = end < 0 ? [rest, ''] : [rest.slice(0, end), rest.slice(end)];
  const isCut = !beginning.includes('@') && /@/.test(remainder.replace(/[?&][\w.-]+=[^#]*$/, ''));
  const mark = rest[end];
  if (isCut && mark) {
    return `has a ${mark} in its user name or password, where it must be written ${encodeURIComponent(mark)}`;
  }
  const user = beginning.slice(0, beginning.lastIndexOf('@') + 1);
  if (/%(?![0-9a-f]{2})/i.test(user))
    return 'has a % in its user name or password, where it must be written %25';
  if (remainder.includes('#')) return 'has a # in it, which must be written %23';
  return canParseUrl(url) ? null : 'is no URL such as postgresql://user:password@host:5432/name';
}

/** Returns the schema of a Prisma-style URL; null for none or "public". */
export function foreignSchema(url: string): string | null {
  const schema = canParseUrl(url) ? new URL(url).searchParams.get('schema') : null;
  return schema === null || schema === 'public' ? null : schema;
}

/**
 * The driver treats these modes as `verify-full` and warns about it, so the mode is set explicitly.
 * `uselibpqcompat=true` requests libpq's meaning.
 */
export const withPlainSslMode = (url: string): string =>
  /[?&]uselibpqcompat=true(&|$)/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
