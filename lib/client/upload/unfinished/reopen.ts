import { join } from '@/lib/client/upload/choose/collect';
import type { RootHandle } from '../choose/collect';
import type { PickedFile } from '../upload-item';

type PermissionHandle = { requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState> };
type IterableHandle = { values: () => AsyncIterable<RootHandle> };

/** Opens the files of an earlier visit after the browser has asked for permission. Skips missing ones. */
export async function reopen(handles: readonly RootHandle[]): Promise<PickedFile[]> {
  const files: PickedFile[] = [];
  for (const handle of handles) {
    try {
      const permission = await (handle as PermissionHandle).requestPermission?.({ mode: 'read' });
      if (permission === 'granted') await read(handle, '', files);
    } catch {
      // Moved or deleted since: its files are reported as missing.
    }
  }
  return files;
}

async function read(handle: RootHandle, path: string, files: PickedFile[]): Promise<void> {
  if (handle.kind === 'file') {
    files.push({ file: await (handle as FileSystemFileHandle).getFile(), path });
    return;
  }
  for await (const child of (handle as unknown as IterableHandle).values()) {
    await read(child, join(path, handle.name), files);
  }
}
