import { call } from '@/lib/client/call/call';
import { recipient } from '@/lib/contract/share/recipient';
import { removeUnused } from './remove-unused';
import type { ShareForm } from './share-form';

/** Whom a new share is for. Where the server wants none of them, no share is left, and the form says why. */
export async function addPeople(shareId: string, { to, message, only }: ShareForm): Promise<void> {
  if (to.trim() === '') return;
  try {
    await call(recipient.add, { params: { id: shareId }, body: { to: [to], message, only } });
  } catch (error) {
    void removeUnused(shareId);
    throw error;
  }
}
