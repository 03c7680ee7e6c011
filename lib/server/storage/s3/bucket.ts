import 'server-only';
import type { IncomingMessage } from 'node:http';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ByteRange, Presented } from '../storage';
import { type BucketSettings, clientFor } from './client';
import { type Direct, directGet } from './direct-get';
import { toldBy } from './errors';
import { type Body, exchange, finished } from './exchange';
import { type Patience, retried } from './retry';

export type Part = { number: number; etag: string };

/** How long a call may wait to be made with one signature. */
const signedSeconds = 3600;

const ranged = ({ start, end }: ByteRange, etag?: string): Record<string, string> => ({
  range: `bytes=${start}-${end}`,
  ...(etag && { 'if-match': etag }),
});

export type Bucket = ReturnType<typeof openBucket>;

/** The calls that the storage makes. Bytes go by signed URLs, everything else by Amazon's own client. */
export function openBucket(settings: BucketSettings, patience: Patience) {
  const client = clientFor(settings, patience);
  const at = (key: string) => ({ Bucket: settings.bucket, Key: settings.prefix + key });
  const { silenceMs } = patience;
  const forAWhile = { expiresIn: signedSeconds };

  const send = async (signing: Promise<string>, body: Body): Promise<string> => {
    const url = await signing;
    return retried(patience, async () => {
      const response = await exchange({ method: 'PUT', url, body, silenceMs });
      await finished(response);
      return String(response.headers.etag);
    });
  };

  return {
    client,
    name: settings.bucket,
    prefix: settings.prefix,
    patience,
    put: (key: string, body: Body) =>
      send(getSignedUrl(client, new PutObjectCommand(at(key)), forAWhile), body),
    putPart: (key: string, uploadId: string, number: number, body: Body) => {
      const command = new UploadPartCommand({ ...at(key), UploadId: uploadId, PartNumber: number });
      return send(getSignedUrl(client, command, forAWhile), body);
    },

    /** One try: who reads knows how far it came, and asks for the rest. */
    get: async (key: string, range: ByteRange, etag?: string): Promise<IncomingMessage> => {
      const url = await getSignedUrl(client, new GetObjectCommand(at(key)), forAWhile);
      const response = await exchange({ method: 'GET', url, headers: ranged(range, etag), silenceMs });
      response.socket.setTimeout(0); // from here on only the reader knows who keeps whom waiting
      return response;
    },

    /** Whether it may be asked for bytes without TLS, as services within a house are. */
    isPlain: settings.endpoint?.startsWith('http:') ?? false,

    /** The same on a connection of its own, without TLS. Null where it isn't answered with exactly that range. */
    getDirect: async (key: string, range: ByteRange, etag?: string): Promise<Direct | null> => {
      const url = await getSignedUrl(client, new GetObjectCommand(at(key)), forAWhile);
      const sizeBytes = range.end - range.start + 1;
      return directGet({ url, headers: ranged(range, etag), sizeBytes, silenceMs });
    },

    /** Null where there is no such object. */
    sizeOf: async (key: string): Promise<number | null> => {
      try {
        return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? null;
      } catch (error) {
        if (toldBy(error).status === 404) return null;
        throw error;
      }
    },

    /** Nothing there is fine. One by one, because not every service deletes several at once. */
    remove: async (key: string): Promise<void> => {
      await client.send(new DeleteObjectCommand(at(key)));
    },

    begin: async (key: string): Promise<string> => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(key)));
      if (!UploadId) throw new Error('The bucket began an upload without a name for it.');
      return UploadId;
    },

    complete: async (key: string, uploadId: string, parts: Part[]): Promise<void> => {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
      const command = { ...at(key), UploadId: uploadId, MultipartUpload: { Parts } };
      // Joining thousands of parts takes its time.
      await client.send(new CompleteMultipartUploadCommand(command), { requestTimeout: 4 * silenceMs });
    },

    /** One that is gone already is fine. */
    abort: async (key: string, uploadId: string): Promise<void> => {
      try {
        await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: uploadId }));
      } catch (error) {
        if (toldBy(error).code !== 'NoSuchUpload' && toldBy(error).status !== 404) throw error;
      }
    },

    /** A link that anybody may read the object by until it expires. */
    link: (key: string, seconds: number, answer: Presented): Promise<string> => {
      const { type: ResponseContentType, disposition: ResponseContentDisposition } = answer;
      const command = { ...at(key), ResponseContentType, ResponseContentDisposition };
      return getSignedUrl(
        client,
        new GetObjectCommand({ ...command, ResponseCacheControl: 'private, no-store' }),
        { expiresIn: seconds },
      );
    },
  };
}
