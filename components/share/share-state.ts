import type { StatusTone } from '@/components/ui/status-dot';
import type { ShareListItem } from '@/lib/contract/share';

export type ShareState = 'draft' | 'live' | 'expired' | 'usedUp';

export const toneOf: Record<ShareState, StatusTone> = {
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
