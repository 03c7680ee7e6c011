import 'server-only';
import { invalid } from '@/lib/server/http/invalid';
import type { RequestHeaders } from '@/lib/server/request-headers';

/**
 * What stands between the parts of a form.
 * @throws request.invalid for anything that is no form
 */
export function boundaryOf(headers: RequestHeaders): string {
  const type = headers.get('content-type') ?? '';
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type) || boundary === '' || boundary.length > 200) {
    throw invalid('Content-Type', 'unsupported');
  }
  return boundary;
}
