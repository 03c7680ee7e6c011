import 'server-only';
import { readId } from '@/lib/domain/pasted/link';
import { canParseUrl, decodeSegment } from '@/lib/domain/url';

/** Removes scheme and host, which clients may send as they do to proxies (RFC 9112, section 3.2.2). */
export function originForm(target = '/'): string {
  if (!/^https?:/i.test(target) || !canParseUrl(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

export function pathOf(url = '/'): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.startsWith('/') ? path : '/';
}

/** Escapes percent signs that escape nothing: the pages' router would fail at them. */
export function escapeStrayPercents(url: string): string {
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

const pagePath = /^(\/app\/(?:open|share|upload|alias|account)\/)([^/]+)(\/.+)?$/;

/** Unescapes the id in a page's path and removes what a mail or sentence left around it. */
export function cleanPath(path: string): string {
  const [, folder, part = '', rest = ''] = pagePath.exec(path) ?? [];
  const id = readId(decodeSegment(part));
  if (folder === undefined || id === '') return path;
  const isBelow = rest === '' || readId(decodeSegment(rest)) !== '';
  return id === part && isBelow ? path : folder + id + (isBelow ? rest : '');
}
