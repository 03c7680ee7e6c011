import 'server-only';
import { paths } from '@/lib/paths';
import type { TransferRequest, TransferResponse } from './messages';
import type { TransferTarget } from './target';

const kinds: TransferTarget['kind'][] = ['openFile', 'openNamed', 'openZip', 'openSums', 'openUrls'];
const refusals = [401, 403, 404];

/**
 * In place of a refusal for somebody who has followed a link to bytes in a browser: the page of the share, which asks
 * for the password or says what ended. Programs and our own pages get the refusal.
 */
export function pageInstead(
  answer: TransferResponse,
  { headers, method }: TransferRequest,
  target: TransferTarget,
): TransferResponse {
  if (!refusals.includes(answer.status) || !kinds.includes(target.kind) || method !== 'GET') return answer;
  const isForPage = (headers.get('sec-fetch-dest') ?? 'document') === 'document';
  const isFollowed = isForPage && headers.get('sec-fetch-site') !== 'same-origin';
  if (!isFollowed || !/text\/html/i.test(headers.get('accept') ?? '')) return answer;
  const location = paths.open(target.id);
  return {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'content-length': '0' },
    body: null,
  };
}
