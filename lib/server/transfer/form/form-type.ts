import 'server-only';
import { mediaType } from '@/lib/domain/file/file-type';
import { invalid } from '@/lib/server/http/invalid';
import type { RequestHeaders } from '@/lib/server/request-headers';

/** Printable ASCII as long as RFC 2046 allows; programs put more of it there than the RFC names, "*****" for one. */
const usable = /^[\x20-\x7e]{0,69}[\x21-\x7e]$/;

/**
 * The boundary between the parts of a form.
 * @throws request.invalid for anything that is no form
 */
export function boundaryOf(headers: RequestHeaders): string {
  const type = headers.get('content-type') ?? '';
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain ?? '';
  if (mediaType(type) !== 'multipart/form-data' || !usable.test(boundary)) {
    throw invalid('Content-Type', 'unsupported');
  }
  return boundary;
}
