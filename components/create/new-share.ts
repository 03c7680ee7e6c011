import { call } from '@/lib/client/call/call';
import { recipient } from '@/lib/contract/share/recipient';
import { share } from '@/lib/contract/share/share';
import type { ShareForm } from './share-form';

/** Removes the new share when the server refuses the recipients. */
export async function addRecipients(shareId: string, { isMailed, to, only }: ShareForm): Promise<void> {
  if (!isMailed) return;
  try {
    await call(recipient.add, { params: { id: shareId }, body: { to: [to], only } });
  } catch (error) {
    void removeUnusedShare(shareId);
    throw error;
  }
}

/** Keeps a share that got files, a note or a link elsewhere meanwhile. Failures are ignored: only its owner sees it. */
export async function removeUnusedShare(id: string): Promise<void> {
  try {
    const { files, descriptionRaw, publishInfo } = await call(share.get, { params: { id } });
    if (files.some(({ complete }) => complete) || descriptionRaw || publishInfo) return;
    await call(share.remove, { params: { id } });
  } catch {}
}
