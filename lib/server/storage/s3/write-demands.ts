import 'server-only';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { S3 } from '@aws-sdk/client-s3';

/** Of a bucket's policies, about every write: a hash of the bytes, an order to encrypt. */
export type WriteDemands = {
  hasChecksums?: boolean;
  encryption?: 'AES256' | 'aws:kms' | 'aws:kms:dsse' | undefined;
  encryptionKey?: string | undefined;
};

/** A body knows its hash, because the store's `uploadPart` hands on nothing else. */
export type HashedBody = { contentMd5?: string };

/** Parts are encrypted as their upload says; services refuse the order with a part. */
const encrypting = new Set(['PutObjectCommand', 'CreateMultipartUploadCommand']);

/** Adds to all writes of a client what the bucket demands. */
export function meetDemands(client: S3, { encryption, encryptionKey }: WriteDemands): void {
  const order = encryption && {
    ServerSideEncryption: encryption,
    ...(encryptionKey !== undefined && { SSEKMSKeyId: encryptionKey }),
  };
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const { contentMd5 } = ('Body' in args.input ? Object(args.input.Body) : {}) as HashedBody;
        const input = {
          ...args.input,
          ...(contentMd5 && { ContentMD5: contentMd5 }),
          ...(encrypting.has(commandName) && order),
        };
        return next({ ...args, input });
      },
    { step: 'initialize', name: 'meetDemands' },
  );
}

/** Services take MD5 alone without more: other sums have to be named at an upload's begin and end, too. */
export async function md5Of(chunks: AsyncIterable<Buffer[]>): Promise<string> {
  const hash = createHash('md5');
  for await (const group of chunks) {
    for (const buffer of group) {
      hash.update(buffer);
      await nextTurn();
    }
  }
  return hash.digest('base64');
}
