import 'server-only';
import { Readable } from 'node:stream';
import { keyUsed } from '@/lib/server/services/upload/creation-key';
import { crc32Hex, updateCrc32 } from '../receive/digests';
import { lockedUploads } from '../tus/lock/locked-uploads';
import { append } from '../tus/patch';
import { refreshState } from '../tus/store-body';
import type { GroupFile, GroupPlace } from './group-file';

/**
 * Appends what is missing of a file that a tus creation with the same key began.
 * @throws what a PATCH throws, request.invalid when it began with other bytes
 */
export async function finishBegun(place: GroupPlace, fileId: string, { bytes }: GroupFile): Promise<void> {
  const { destination, target, addedBy } = place;
  const { ctx } = place.authorization;
  const upload = await lockedUploads.lock(ctx, { fileId, destination, isReadOnly: false });
  try {
    const common = { ctx, target: { ...target, fileId }, destination, addedBy, locationBase: '' };
    const unused = { newFile: null, concat: null, creationKey: null, uploadLength: null, checksum: null };
    const request = (body: Buffer, offset: number) => ({
      ...common,
      ...unused,
      method: 'PATCH',
      offset,
      body: Readable.from([body], { objectMode: false }),
      contentLength: body.length,
      isUploadBody: true,
      hasBodyBytes: body.length > 0,
      startedAtMs: performance.now(),
    });
    const { offset, crc32 } = await refreshState(request(Buffer.alloc(0), 0), upload);
    if (crc32Hex(updateCrc32([bytes.subarray(0, offset)], 0)) !== crc32) throw keyUsed();
    await append(request(bytes.subarray(offset), offset), upload);
  } finally {
    await upload.release();
  }
}
