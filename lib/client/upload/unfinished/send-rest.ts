import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { safeFileName } from '@/lib/domain/file/file-name';
import type { ShareUpload, Target } from '../share-upload';
import { compareArrived } from './compare';

/**
 * Sends what is missing of a file that a share has in part.
 * @returns false, and nothing is sent, when the picked file is another one
 * @throws CallError when the server doesn't say
 */
export async function sendRest(
  upload: ShareUpload,
  { target, part, picked }: { target: Target; part: ShareFile; picked: File },
): Promise<boolean> {
  const { path, filename, size, id: fileId } = part;
  const url = fillPath(bytePaths.upload, { id: target.shareId, fileId });
  const likeness = await compareArrived(picked, url, upload.settings.access.headers);
  const isNamedAlike = safeFileName(picked.name) === filename && picked.size === size;
  if (likeness === 'other' || (likeness === 'nothing' && !isNamedAlike)) return false;
  upload.sendRest(target, { file: picked, path, name: filename }, url);
  return true;
}
