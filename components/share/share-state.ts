import type { ShareListItem } from '@/lib/contract/share';

export type ShareState = 'draft' | 'live' | 'expired' | 'usedUp';

export const toneOf: Record<ShareState, 'draft' | 'live' | 'ended'> = {
  draft: 'draft',
  live: 'live',
  expired: 'ended',
  usedUp: 'ended',
};

export function stateOf({ published, usedUp }: Pick<ShareListItem, 'published' | 'usedUp'>): ShareState {
  if (published === null) return 'draft';
  if (!published) return 'expired';
  return usedUp ? 'usedUp' : 'live';
}
