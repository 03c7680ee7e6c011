import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { textOfBytes } from '@/lib/server/request-headers';

/**
 * What `Upload-Metadata` says, by its keys. Clients don't keep to tus 1.0.0 here: blanks after a comma (TUSKit), a comma
 * at the end, base64 without padding or of the URL's kind (RFC 4648, 5), bytes that are no UTF-8. What can be understood
 * is.
 * @throws upload.metadataInvalid
 */
export function parseMetadata(header: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...rest] = pair.split(/[ \t]+/).filter(Boolean);
    if (key === '') continue;
    if (rest.length > 0 || values.has(key) || !isKey.test(key)) throw new AppError('upload.metadataInvalid');
    values.set(key, textOf(value));
  }
  return Object.fromEntries(values);
}

const isKey = /^[\x21-\x7e]+$/;
const isBase64 = /^[\w+/-]*={0,2}$/;

function textOf(value: string): string {
  const digits = value.split('=', 1)[0] ?? '';
  if (!isBase64.test(value) || digits.length % 4 === 1) throw new AppError('upload.metadataInvalid');
  return textOfBytes(Buffer.from(value, 'base64'));
}

/** JavaScript's clients send these words for a value that they don't have: Uppy's dashboard as `relativePath`. */
export const isSaid = (value: string | undefined): value is string =>
  value !== undefined && value !== '' && value !== 'null' && value !== 'undefined';
