import 'server-only';
import { byteCalls } from '@/lib/contract/byte-calls';
import { endpoints } from '@/lib/contract/index';
import { redactedId } from '@/lib/server/audit/audit';

/** What stands in the paths of our own pages and files beside ids. */
const ofPages =
  'app home login register newinvite settings info uploads share audit upload account new alias open api doc auth _next static pdf';

const words = new Set([
  ...ofPages.split(' '),
  ...[...endpoints, ...byteCalls]
    .flatMap(({ path }) => path.split('/'))
    .filter((part) => !part.startsWith('{')),
]);

/** A path as logs may have it: of everything that isn't a word of our own routes only the beginning, because it may be a right. */
export function shownPath(path: string): string {
  const parts = path.split('/').map((part) => (words.has(part) ? part : redactedId(part)));
  return parts.join('/').slice(0, 200);
}
