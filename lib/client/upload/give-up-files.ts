import type { UploadAccess } from './access/upload-access';
import { terminate } from './terminate';
import type { UnfinishedFile } from './unfinished/unfinished';
import { unfinishedStore } from './unfinished/unfinished-store';

export async function giveUpFiles(
  shareId: string,
  files: readonly UnfinishedFile[],
  headers: UploadAccess['headers'],
): Promise<void> {
  for (const { url } of files) if (url) terminate(url, headers);
  await unfinishedStore.dropFiles(
    shareId,
    files.map(({ key }) => key),
  );
}
