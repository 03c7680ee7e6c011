import 'server-only';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { endpoints } from '@/lib/contract/index';
import { redactedId } from '@/lib/server/audit/audit';

/** The words in the paths of our own pages and files beside ids. */
const ofPages =
  'app home login register ending receipt newinvite settings info uploads share audit upload account new alias open api doc guide auth _next static pdf';

const words = new Set([
  ...ofPages.split(' '),
  ...[...endpoints, ...byteCalls]
    .flatMap(({ path }) => path.split('/'))
    .filter((part) => !part.startsWith('{')),
]);

/**
 * A path as logs may have it: parts that aren't words of our own routes are cut to their beginning, because they may be
 * rights.
 */
export function shownPath(path: string): string {
  const parts = path.split('/').map((part) => (words.has(part) ? part : redactedId(part)));
  return parts.join('/').slice(0, 200);
}
