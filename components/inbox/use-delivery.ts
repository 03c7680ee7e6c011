'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { albumSecret } from '@/lib/client/album-secret';
import { useAppConfig } from '@/lib/client/app-config';
import { aliasAccess } from '@/lib/client/upload/access/alias-access';
import { Delivery } from './delivery';
import { type InboxSettings, type SenderForm, withForm } from './form/sender-form';

const deliveries = new Map<string, Delivery>();

/** Returns this tab's delivery to an alias, or a new one when that is finished. */
function deliveryFor(aliasId: string, settings: InboxSettings): Delivery {
  const known = deliveries.get(aliasId);
  if (known && known.snapshot().step !== 'done') return known;
  const delivery = new Delivery(aliasId, settings);
  // The server renders for all users, so it must not store a delivery.
  if (typeof window !== 'undefined') deliveries.set(aliasId, delivery);
  return delivery;
}

export function useDelivery(aliasId: string, form: SenderForm | null, isAlbum: boolean) {
  const access = aliasAccess(aliasId, isAlbum ? albumSecret(aliasId, { isAdding: true }) : '');
  const settings = { ...withForm({ ...useAppConfig(), access }, form), isAlbum };
  const [delivery, setDelivery] = useState(() => deliveryFor(aliasId, settings));
  const state = useSyncExternalStore(delivery.subscribe, delivery.snapshot, () => delivery.initial);
  useEffect(() => delivery.restore(), [delivery]);

  function startOver() {
    deliveries.delete(aliasId);
    const fresh = deliveryFor(aliasId, settings);
    setDelivery(fresh);
    return fresh;
  }

  return { delivery, state, startOver };
}
