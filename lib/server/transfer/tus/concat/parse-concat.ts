import 'server-only';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';
import { canParseUrl } from '@/lib/domain/url';
import { invalid } from '@/lib/server/http/invalid';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { isThroughAlias } from '../../authorization';
import type { TransferTarget } from '../../messages';

/** Upload-Concat of a creation: a part, or the parts that become one file, in their order. */
export type Concat = { isFinal: false } | { isFinal: true; partIds: string[] };

/** A header has room for no more. */
const maxParts = 100;

/**
 * tus 1.0.0, "Concatenation". Parts are named by their addresses, of whichever host.
 * @throws request.invalid for another value, parts of another share, too many, none, and one that is named twice
 */
export function parseConcat(headers: RequestHeaders, target: TransferTarget): Concat | null {
  const value = headers.get('upload-concat');
  if (value === null) return null;
  if (value.trim() === 'partial') return { isFinal: false };
  const [, list] = /^\s*final\s*;(.*)$/.exec(value) ?? [];
  if (list === undefined) throw invalid('Upload-Concat', 'unsupported');
  if (headers.has('upload-length')) throw invalid('Upload-Length', 'unsupported');
  if (headers.has('upload-defer-length')) throw invalid('Upload-Defer-Length', 'unsupported');
  const partIds = list.split(' ').filter(Boolean).map(partIdIn(target));
  if (partIds.length === 0) throw invalid('Upload-Concat', 'missing');
  if (partIds.length > maxParts) throw invalid('Upload-Concat', 'tooBig', { max: maxParts });
  if (new Set(partIds).size < partIds.length) throw invalid('Upload-Concat', 'twice');
  return { isFinal: true, partIds };
}

const anyHost = 'http://any';

function partIdIn(target: TransferTarget): (url: string) => string {
  const prefix = uploadPath(target, '');
  return (url) => {
    const path = canParseUrl(url, anyHost) ? new URL(url, anyHost).pathname : '';
    const id = path.startsWith(prefix) ? path.slice(prefix.length) : '';
    if (!/^[\w-]+$/.test(id)) throw invalid('Upload-Concat', 'notAnAddress');
    return id;
  };
}

export const uploadPath = (target: TransferTarget, fileId: string): string =>
  fillPath(isThroughAlias(target) ? allBytePaths.aliasUpload : allBytePaths.upload, {
    id: target.id,
    fileId,
  });
