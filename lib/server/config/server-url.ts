import { canParseUrl } from '@/lib/domain/url';

/** Characters that end the part of a URL in which user and password stand. */
const ending = /[/?#]/;

/**
 * What is wrong with the URL of a server, in words that say nothing of its password; null when nothing is. A `#`, `/` or
 * `?` in a password ends it too early, so that a part of it would be taken for the host.
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

/** The schema that a URL names, as Prisma's do; null where it names none or ours. */
export function foreignSchema(url: string): string | null {
  const schema = canParseUrl(url) ? new URL(url).searchParams.get('schema') : null;
  return schema === null || schema === 'public' ? null : schema;
}

/**
 * The driver takes these modes for `verify-full`, and says in six lines that a later version won't. We say what we mean.
 * `uselibpqcompat=true` asks for their meaning elsewhere.
 */
export const withPlainSslMode = (url: string): string =>
  /[?&]uselibpqcompat=true(&|$)/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
