import { createDecipheriv, hkdfSync } from 'node:crypto';
import { tagBytes } from '@/lib/domain/sealed/layout';
import { keyInfo } from '@/lib/domain/sealed/share-key';
import type { Cipher } from '@/lib/domain/sealed/unseal';

const keyBytes = 32;

/** Node's own: WebCrypto copies each record for a thread, which takes twice as long as opening it. */
export const nodeCipher: Cipher = async ({ bytes }, kind, salt) => {
  const key = new Uint8Array(hkdfSync('sha256', bytes, salt, keyInfo(kind), keyBytes));
  return (nonce, record) => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(record.subarray(-tagBytes));
    const plain = decipher.update(record.subarray(0, -tagBytes));
    decipher.final();
    return new Uint8Array(plain.buffer, plain.byteOffset, plain.length);
  };
};
