import type { StatusTone } from '@/components/ui/status-dot';
import type { SlotState } from '@/lib/domain/request/progress';

export const stateTones: Record<SlotState, StatusTone> = {
  missing: 'draft',
  received: 'live',
  accepted: 'live',
  again: 'ended',
};
