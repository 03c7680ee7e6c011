import 'server-only';
import { createHash, getHashes } from 'node:crypto';
import { invalid } from '@/lib/server/http/invalid';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { updateCrc32 } from '../crc32';
import type { ChecksumVerifier } from '../receive/receive';

const header = 'Upload-Checksum';

/** tus requires sha1. A FIPS build of OpenSSL has no MD5. */
export const checksumAlgorithms = ['sha1', 'sha256', 'md5', 'crc32'].filter(
  (name) => name === 'crc32' || getHashes().includes(name),
);

/** @throws request.invalid for an unsupported algorithm and for malformed base64 */
export function parseUploadChecksum(headers: RequestHeaders): ChecksumVerifier | null {
  const text = headers.get(header);
  if (text === null) return null;
  const [, name = '', sum = ''] = /^\s*([a-z0-9-]+)\s+([A-Za-z0-9+/]+=*)\s*$/i.exec(text) ?? [];
  const algorithm = name.toLowerCase();
  if (sum === '') throw invalid(header, 'wrongType');
  if (!checksumAlgorithms.includes(algorithm)) throw invalid(header, 'unsupported');
  const running = algorithm === 'crc32' ? runningCrc32() : runningHash(algorithm);
  const expected = Buffer.from(sum, 'base64');
  return { update: running.update, matches: () => running.digest().equals(expected) };
}

function runningHash(algorithm: string) {
  const hash = createHash(algorithm);
  const update = (chunks: Buffer[]) => {
    for (const chunk of chunks) hash.update(chunk);
  };
  return { update, digest: () => hash.digest() };
}

/** The digest is four bytes, big-endian, as in tusd. */
function runningCrc32() {
  let crc = 0;
  const update = (chunks: Buffer[]) => {
    crc = updateCrc32(chunks, crc);
  };
  const digest = () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc);
    return bytes;
  };
  return { update, digest };
}
