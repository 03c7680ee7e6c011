import type { ShareListItem } from '@/lib/contract/share-shapes';

export type ShareState = 'draft' | 'incomplete' | 'live' | 'expired' | 'usedUp';

type Facts = Pick<ShareListItem, 'published' | 'usedUp' | 'incomplete'>;

/** What the owner wants to know at a glance: can others open it, and if not, why. */
export function shareState({ published, usedUp, incomplete }: Facts): ShareState {
  if (published === null) return incomplete > 0 ? 'incomplete' : 'draft';
  if (!published) return 'expired';
  return usedUp ? 'usedUp' : 'live';
}

export const stateTones = {
  draft: 'draft',
  incomplete: 'ended',
  live: 'live',
  expired: 'ended',
  usedUp: 'ended',
} as const;
