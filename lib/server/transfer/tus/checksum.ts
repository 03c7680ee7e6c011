import 'server-only';
import { createHash, getHashes } from 'node:crypto';
import { invalid } from '@/lib/server/http/invalid';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { crcOf } from '../crc32';
import type { ExpectedChecksum } from '../receive/receive';

const header = 'Upload-Checksum';

/** What tus asks for (sha1) and what others have at hand; in a FIPS build there is no MD5. */
export const checksumAlgorithms = ['sha1', 'sha256', 'md5', 'crc32'].filter(
  (name) => name === 'crc32' || getHashes().includes(name),
);

/** @throws request.invalid for an algorithm that isn't offered, and for what is no base64 */
export function expectedChecksum(headers: RequestHeaders): ExpectedChecksum | null {
  const text = headers.get(header);
  if (text === null) return null;
  const [, name = '', sum = ''] = /^\s*([a-z0-9-]+)\s+([A-Za-z0-9+/]+=*)\s*$/i.exec(text) ?? [];
  const algorithm = name.toLowerCase();
  if (sum === '') throw invalid(header, 'wrongType');
  if (!checksumAlgorithms.includes(algorithm)) throw invalid(header, 'unsupported');
  const running = algorithm === 'crc32' ? runningCrc() : runningHash(algorithm);
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

/** Four bytes, the highest first, as in a ZIP's or PNG's specification and in tusd. */
function runningCrc() {
  let crc = 0;
  const update = (chunks: Buffer[]) => {
    crc = crcOf(chunks, crc);
  };
  const digest = () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc);
    return bytes;
  };
  return { update, digest };
}
