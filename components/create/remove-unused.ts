import { call } from '@/lib/client/call/call';
import { share } from '@/lib/contract/share/share';

/**
 * Removes a share that nothing has come into, unless somebody has made something of it elsewhere meanwhile. One that
 * can't be removed just now is an empty line in its owner's list, which nobody else sees.
 */
export async function removeUnused(id: string): Promise<void> {
  try {
    const { files, descriptionRaw, publishInfo } = await call(share.get, { params: { id } });
    if (files.some(({ complete }) => complete) || descriptionRaw || publishInfo) return;
    await call(share.remove, { params: { id } });
  } catch {}
}
