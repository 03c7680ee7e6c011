import 'server-only';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { endpoints } from '@/lib/contract/index';

/** Enough to tell IDs apart, too little to use them. */
export const redactedId = (id: string): string => `${id.slice(0, Math.min(6, Math.floor(id.length / 2)))}…`;

const pageSegments =
  'app home login register ending receipt newinvite settings info uploads share audit upload account new alias open api doc guide auth _next static pdf';

const knownSegments = new Set([
  ...pageSegments.split(' '),
  ...[...endpoints, ...byteCalls]
    .flatMap(({ path }) => path.split('/'))
    .filter((part) => !part.startsWith('{')),
]);

/** Makes a path safe for logs: segments that may be secrets are shortened. */
export function redactedPath(path: string): string {
  const parts = path.split('/').map((part) => (knownSegments.has(part) ? part : redactedId(part)));
  return parts.join('/').slice(0, 200);
}
