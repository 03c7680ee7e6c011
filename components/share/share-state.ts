import type { ShareListItem } from '@/lib/contract/share/share-shapes';

export type ShareState = 'draft' | 'received' | 'incomplete' | 'live' | 'expired' | 'usedUp';

export function shareState({
  published,
  usedUp,
  incomplete,
  aliasInfo,
}: Pick<ShareListItem, 'published' | 'usedUp' | 'incomplete' | 'aliasInfo'>): ShareState {
  if (published === null && incomplete > 0) return 'incomplete';
  if (published === null) return aliasInfo ? 'received' : 'draft';
  if (!published) return 'expired';
  return usedUp ? 'usedUp' : 'live';
}

export const stateTones = {
  draft: 'draft',
  received: 'draft',
  incomplete: 'ended',
  live: 'live',
  expired: 'ended',
  usedUp: 'ended',
} as const;
