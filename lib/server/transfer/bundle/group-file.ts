import 'server-only';
import { newFileId } from '@/lib/server/ids';
import type { RemainingQuota } from '@/lib/server/services/quota/usage';
import type { Destination } from '@/lib/server/services/upload/access';
import type { NewFile } from '@/lib/server/services/upload/create';
import { fileCreationKey } from '@/lib/server/services/upload/creation-key';
import type { UploadAuthorization } from '../authorization';
import type { TransferTarget } from '../messages';
import { fileAt } from '../naming';
import { crc32Hex, finalSha256, startSha256 } from '../receive/digests';
import type { BundleRecord } from './read-bundle';

/** A record's file, null for a key that was asked for and has none, or the reason why it isn't stored. */
export type RecordResult = { key: string; id: string | null } | { key: string; error: unknown };

export type GroupPlace = {
  target: TransferTarget;
  authorization: UploadAuthorization;
  destination: Destination;
  addedBy: string | null;
  /** An estimate: it spares the writing of what can't stay. */
  room: RemainingQuota;
};

export type GroupFile = {
  id: string;
  key: string;
  creationKey: string;
  bytes: Buffer;
  file: NewFile;
  stored: { crc32: string; sha256: string | null };
};

export async function groupFile({ head, bytes }: BundleRecord): Promise<GroupFile> {
  const sha256 = startSha256(bytes.length);
  const crc32 = await sha256.update([bytes], 0);
  const modifiedAt = head.modified === undefined ? null : new Date(head.modified);
  return {
    id: newFileId(),
    key: head.key,
    creationKey: fileCreationKey(head.key),
    bytes,
    file: { ...fileAt(head.path, head.type ?? '', 1), sizeBytes: bytes.length, modifiedAt },
    stored: { crc32: crc32Hex(crc32), sha256: await finalSha256({ crc32, sha256 }) },
  };
}
