import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { AppError } from '@/lib/contract/errors';
import { readId } from '@/lib/domain/pasted/link';
import { decodeSegment } from '@/lib/domain/url';
import { paths } from '@/lib/paths';
import { contextFor } from '@/lib/server/http/context';
import { proofOf } from '@/lib/server/http/proof';
import { checkRate } from '@/lib/server/limits/rate';
import { requestHeaders } from '@/lib/server/request-headers';
import { findOldLink, type OldLink, oldAddressesIn } from '@/lib/server/services/open/old-link';
import { openShare } from '@/lib/server/services/open/open-share';
import { isRead, redirectTo, refuseBy } from './call-methods';

const placeholderOrigin = 'http://localhost';

/**
 * Follows the links that people paste: of an imported product, with remains of a sentence around them, or in a
 * program instead of a browser.
 * @returns the URL to answer, or null when the request is answered
 */
export async function followLink(req: IncomingMessage, res: ServerResponse, url: URL): Promise<URL | null> {
  if (!isRead(req)) return url;
  const own = await followOldLink(req, res, url);
  return own && resolvePastedLink(req, res, own);
}

/** Redirects a browser to the clean address, and rewrites a program's request to the linked call. */
function resolvePastedLink(req: IncomingMessage, res: ServerResponse, url: URL): URL | null {
  const { path, fragment } = splitFragment(url.pathname);
  const clean = cleanPath(path);
  const call = programCall(req, clean, url.search);
  if (call !== null) return rewriteTo(req, call);
  if (clean === url.pathname) return url;
  redirectTo(res, clean + url.search + fragment);
  return null;
}

/**
 * Chat programs escape the `#` of a link, behind which keys and secrets are, and mail gateways do so twice. Names of
 * files may have one.
 */
function splitFragment(pathname: string): { path: string; fragment: string } {
  const [, path = pathname, rest = ''] =
    /^(\/app\/[^/]+?(?:\/[^/]+?)?)%(?:25)*23([^/]*)$/.exec(pathname) ?? [];
  const [fragment = ''] =
    /^[\w@.=-]+(?:&pk=\w*)?/i.exec(decodeSegment(rest.replaceAll(/%(?:25)+/g, '%'))) ?? [];
  return { path, fragment: fragment && `#${fragment}` };
}

/**
 * Redirects page URLs of an imported product to ours, and rewrites its file URLs to our calls, so that they pass the
 * same gate.
 */
async function followOldLink(req: IncomingMessage, res: ServerResponse, url: URL): Promise<URL | null> {
  const path = url.pathname;
  if (oldAddressesIn(path).length === 0) return url;
  const ctx = await contextFor({ method: 'GET', headers: requestHeaders(req.headers) }, 'open');
  const link = await findOldLink(ctx, path).catch((error: unknown) => {
    refuseBy(req, res, error);
    return 'refused' as const;
  });
  if (link === 'refused') return null;
  if (!link) return url;
  if (!('bytes' in link)) {
    redirectTo(res, link.page === 'open' ? paths.open(link.id) : paths.inbox(link.id));
    return null;
  }
  const call = callFor(link, url.searchParams);
  if (!link.isLimited) return rewriteTo(req, call);
  if (!namesHtml(req)) return spendView(req, res, { ...link, call });
  redirectTo(res, paths.open(link.linkId));
  return null;
}

function rewriteTo(req: IncomingMessage, call: string): URL {
  req.url = call;
  return new URL(call, placeholderOrigin);
}

/** People use a view on the share's page, which they open first. */
async function spendView(
  req: IncomingMessage,
  res: ServerResponse,
  { linkId, call }: { linkId: string; call: string },
): Promise<URL | null> {
  if (req.method === 'HEAD') return rewriteTo(req, call);
  try {
    if (isUnasked(req)) throw new AppError('open.usesView');
    const headers = requestHeaders(req.headers);
    const ctx = await contextFor({ method: 'GET', headers }, 'open');
    checkRate(ctx);
    const { pass } = await openShare(ctx, linkId, proofOf(headers, null));
    return rewriteTo(req, pass?.key ? `${call}${call.includes('?') ? '&' : '?'}visit=${pass.key}` : call);
  } catch (error) {
    refuseBy(req, res, error);
    return null;
  }
}

function callFor(link: Extract<OldLink, { bytes: unknown }>, query: URLSearchParams): string {
  const { linkId: id } = link;
  const path =
    link.bytes === 'zip'
      ? fillPath(bytePaths.openZip, { id })
      : fillPath(bytePaths.openFile, { id, fileId: link.fileId });
  return ['1', 'true'].some((word) => word === query.get('dl') || word === query.get('download'))
    ? `${path}?download=1`
    : path;
}

const pagePath = /^(\/app\/(?:open|share|upload|alias|account|oversight(?:\/inboxes)?)\/)([^/]+)(\/.+)?$/;

/** Unescapes the id in a page's path and removes what a mail or sentence left around it. */
export function cleanPath(path: string): string {
  const [, folder, part = '', rest = ''] = pagePath.exec(path) ?? [];
  const id = readId(decodeSegment(part));
  if (folder === undefined || id === '') return path;
  const isBelow = rest === '' || readId(decodeSegment(rest)) !== '';
  return id === part && isBelow ? path : folder + id + (isBelow ? rest : '');
}

const namesHtml = ({ headers }: IncomingMessage): boolean => /text\/html/i.test(headers.accept ?? '');

/** Download programs, which are told from robots that make a preview of a page and name no type either. */
const programs = /^(curl|wget2?|aria2)\/|PowerShell\//i;

function isProgram(req: IncomingMessage): boolean {
  const { accept = '', 'user-agent': name = '' } = req.headers;
  return !namesHtml(req) && (programs.test(name) || /^text\/plain\b/i.test(accept));
}

/** Browsers that show a file within a page, and robots that make a preview of it. Robots often say where they live. */
const unasked = /^Mozilla\/(?!.*PowerShell\/)|bot|crawl|spider|preview|external|whatsapp|https?:\/\//i;

const isUnasked = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-dest'] !== undefined || unasked.test(headers['user-agent'] ?? '');

const below = {
  zip: allBytePaths.openZip,
  SHA256SUMS: allBytePaths.openSums,
  urls: allBytePaths.openUrls,
} as const;
const link =
  /^\/app\/open\/([\w@.-]{1,80})(?:\/(zip|SHA256SUMS|urls|file\/([^/]+)|file-by-id\/([\w@.-]{1,80})))?\/?$/;

/** Returns the call with its query that a program means by a link or a path below it, or null. */
function programCall(req: IncomingMessage, path: string, search: string): string | null {
  const [matched, id = '', part, name, fileId] = link.exec(path) ?? [];
  if (matched === undefined) return null;
  if (part === undefined) return isProgram(req) ? fillPath(allBytePaths.openText, { id }) + search : null;
  // Not filled by `fillPath`, as it is escaped already.
  if (name !== undefined)
    return allBytePaths.openNamed.replace('{id}', id).replace('{name}', () => name) + search;
  if (fileId !== undefined) return fillPath(allBytePaths.openFile, { id, fileId }) + search;
  return fillPath(below[part as keyof typeof below], { id }) + search;
}
