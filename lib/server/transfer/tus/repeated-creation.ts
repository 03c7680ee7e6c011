import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { NewFile } from '@/lib/server/services/upload/create';
import { findUploadState, type UploadState } from '@/lib/server/services/upload/lease';
import type { TusRequest } from './request';

/** `isRepeated`: a later request may be using the upload. */
type Creation = { name: string; fileId: string; isRepeated: boolean };

/** In this process only: after a restart or on another node, a repeated creation makes a second file. */
const creations = new BoundedMap<string, Creation>(10_000);

const nameOf = ({ destination, creationKey }: TusRequest): string | null =>
  creationKey === null ? null : `${destination.shareId} ${creationKey}`;

/**
 * Finds the upload of an earlier creation with the same key and file. Its answer was lost, as when a proxy gave up, so the
 * client asks again.
 */
export async function findRepeated(request: TusRequest, newFile: NewFile): Promise<UploadState | null> {
  const creation = creations.get(nameOf(request) ?? '');
  if (!creation) return null;
  creation.isRepeated = true;
  const { ctx, destination } = request;
  const found = await findUploadState(ctx, { fileId: creation.fileId, destination }).catch(nullIfGone);
  const isSame =
    found?.name === newFile.name && found.path === newFile.path && found.sizeBytes === newFile.sizeBytes;
  return isSame ? found : null;
}

function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'upload.notFound') return null;
  throw error;
}

export function rememberCreation(request: TusRequest, fileId: string): Creation | null {
  const name = nameOf(request);
  if (name === null) return null;
  const creation = { name, fileId, isRepeated: false };
  creations.set(name, creation);
  return creation;
}

/** Returns false when the upload has to stay, as a later request may be using it. */
export function forgetCreation(creation: Creation | null): boolean {
  if (creation?.isRepeated) return false;
  if (creation && creations.get(creation.name) === creation) creations.delete(creation.name);
  return true;
}
