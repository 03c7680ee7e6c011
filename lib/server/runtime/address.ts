import 'server-only';
import { canParseUrl } from '@/lib/domain/url';

/** Removes scheme and host, which clients may send as they do to proxies (RFC 9112, section 3.2.2). */
export function originForm(target = '/'): string {
  if (!/^https?:/i.test(target) || !canParseUrl(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/** Returns the path without the query, or "/" for a target that is no path. */
export function pathOf(url = '/'): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.startsWith('/') ? path : '/';
}

/** Escapes percent signs that escape nothing: the pages' router would fail at them. */
export function decodable(url: string): string {
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}
