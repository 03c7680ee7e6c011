import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { paths } from '@/lib/paths';
import { contextFor } from '@/lib/server/http/context';
import { proofOf } from '@/lib/server/http/proof';
import { checkRate } from '@/lib/server/limits/rate';
import { requestHeaders } from '@/lib/server/request-headers';
import { findOldLink, type OldLink, oldAddressesIn } from '@/lib/server/services/open/old-link';
import { openShare } from '@/lib/server/services/open/open-share';
import { redirectTo, refuseBy } from './call-methods';
import { isProgram } from './program-links';

/**
 * Redirects page URLs of an imported product to ours, and rewrites its file URLs to our calls, so that they pass the
 * same gate.
 * @returns the URL to answer, or null when the request is answered
 */
export async function followOldLink(
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
): Promise<URL | null> {
  const { method } = req;
  const path = url.pathname;
  if ((method !== 'GET' && method !== 'HEAD') || oldAddressesIn(path).length === 0) return url;
  const ctx = await contextFor({ method, headers: requestHeaders(req.headers) }, 'open');
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
  if (isProgram(req)) return spendView(req, res, { ...link, call });
  redirectTo(res, paths.open(link.linkId));
  return null;
}

function rewriteTo(req: IncomingMessage, call: string): URL {
  req.url = call;
  return new URL(call, 'http://localhost');
}

/** People use a view on the share's page, which they open first. */
async function spendView(
  req: IncomingMessage,
  res: ServerResponse,
  { linkId, call }: { linkId: string; call: string },
): Promise<URL | null> {
  const { method = 'GET' } = req;
  if (method === 'HEAD') return rewriteTo(req, call);
  try {
    const headers = requestHeaders(req.headers);
    const ctx = await contextFor({ method, headers }, 'open');
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
