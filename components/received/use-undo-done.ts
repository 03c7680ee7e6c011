import { useCallback, useState } from 'react';
import { useDeliveryTitle } from '@/components/delivery/delivery-title';
import type { DoneMarks } from '@/components/delivery/done-marks';
import type { DeliveryItem } from '@/lib/contract/alias/deliveries';

/** `wasOpen`: when it was marked as done. */
type Ended = { id: string; name: string; wasOpen: boolean };

/** Marks deliveries, and remembers the last that was marked as done. */
export function useUndoDone(items: readonly DeliveryItem[], marks: DoneMarks, openId: string) {
  const titleOf = useDeliveryTitle();
  const [ended, setEnded] = useState<Ended | null>(null);
  return {
    ended,
    forget: useCallback(() => setEnded(null), []),
    mark: (id: string, isDone: boolean) => {
      marks.set(id, isDone);
      const item = items.find((one) => one.id === id);
      setEnded(isDone && item ? { id, name: titleOf(item), wasOpen: id === openId } : null);
    },
  };
}
