import 'server-only';
import { canParseUrl } from '@/lib/domain/url';

export type AddressKind = 'viewer' | 'page' | 'call';

/** What a request asks for, without the host that clients may put before it, as they do for proxies (RFC 9112, section 3.2.2). */
export function originForm(target = '/'): string {
  if (!/^https?:/i.test(target) || !canParseUrl(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/** A request's path without the query; of a target that is no path, "/". */
export function pathOf(url = '/'): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.startsWith('/') ? path : '/';
}

/** What there is to read, the guide and the API's document, are pages like any other. */
export const isCall = (path: string): boolean =>
  /^\/(api\/|u(\/|$))/.test(path) && !/^\/api\/doc(\/guide)?\/?$/.test(path);

export function kindOf(path: string): AddressKind {
  if (path.startsWith('/pdf/')) return 'viewer';
  return isCall(path) ? 'call' : 'page';
}

/** What is the same for everybody and needs nothing but the process of the pages. */
export const isAsset = (path: string): boolean =>
  path.startsWith('/_next/static/') || path.startsWith('/pdf/');

/**
 * Longer than any address of ours; only the address of an archive may name files. A redirect repeats the address in a
 * header, escaped or even twice, and many clients accept no more than 16 KiB of headers.
 */
const maxAddressLength = { page: 4 * 1024, viewer: 4 * 1024, call: 6 * 1024, file: 8 * 1024 };

export const isTooLong = (url: string, kind: AddressKind, isData: boolean): boolean =>
  url.length > maxAddressLength[isData ? 'file' : kind];

/** Percent signs that escape nothing are meant as such: the pages' router would fail at them. */
export function decodable(url: string): string {
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}
