import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { headerNames } from '@/lib/contract/http/names';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import { contextFor } from '@/lib/server/http/context';
import { proofOf, visitKeyIn } from '@/lib/server/http/proof';
import { localeOf } from '@/lib/server/http/refusal';
import { checkRate } from '@/lib/server/limits/rate';
import { authorizeLink } from '@/lib/server/services/open/gate';
import { openShare } from '@/lib/server/services/open/open-share';
import { errorResponse, type TransferRequest, type TransferResponse, type TransferTarget } from '../messages';
import { plainRefusal, textResponse } from '../send/text-answer';
import { type ShareListing, sumsOf, textOf, urlsOf } from './listing-text';

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
