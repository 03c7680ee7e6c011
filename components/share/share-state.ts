import type { ShareListItem } from '@/lib/contract/share-shapes';

export type ShareState = 'draft' | 'live' | 'expired' | 'usedUp';

/** What the owner wants to know at a glance: can others open it, and if not, why. */
export function shareState({ published, usedUp }: Pick<ShareListItem, 'published' | 'usedUp'>): ShareState {
  if (published === null) return 'draft';
  if (!published) return 'expired';
  return usedUp ? 'usedUp' : 'live';
}

export const stateTones = { draft: 'draft', live: 'live', expired: 'ended', usedUp: 'ended' } as const;
