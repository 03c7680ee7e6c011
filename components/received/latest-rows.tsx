'use client';

import { useDoneMarks } from '@/components/delivery/done-marks';
import type { DeliveryItem } from '@/lib/contract/alias/deliveries';
import { listViewSearch } from '@/lib/domain/list-view';
import { DeliveryRows } from './delivery-rows';

/** Leads to the inbox's own part of the list. */
export function LatestRows({ aliasId, items }: { aliasId: string; items: readonly DeliveryItem[] }) {
  const marks = useDoneMarks();
  return (
    <DeliveryRows {...{ items, marks }} searchOf={(at) => listViewSearch({ q: '', alias: aliasId, at })} />
  );
}
