import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { safeFileName } from '@/lib/domain/file/file-name';
import type { ShareTarget, ShareUpload } from '../share-upload';
import { compareArrived } from './partial-files';

/**
 * Sends the rest of a partial file. Returns false and sends nothing when the picked file differs. @throws {CallError}
 * when the server doesn't answer
 */
export async function sendRest(
  upload: ShareUpload,
  { target, part, picked }: { target: ShareTarget; part: ShareFile; picked: File },
): Promise<boolean> {
  const { path, filename, size, id: fileId } = part;
  const url = fillPath(bytePaths.upload, { id: target.shareId, fileId });
  const likeness = await compareArrived(picked, url, upload.settings.access.headers);
  const isNamedAlike = safeFileName(picked.name) === filename && picked.size === size;
  if (likeness === 'other' || (likeness === 'nothing' && !isNamedAlike)) return false;
  upload.sendRest(target, { file: picked, path, name: filename }, url);
  return true;
}
