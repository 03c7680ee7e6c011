'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { albumSecret } from '@/lib/client/album-secret';
import { useAppConfig } from '@/lib/client/app-config';
import { aliasAccess } from '@/lib/client/upload/access/alias-access';
import { Delivery } from './delivery';
import { type InboxSettings, type SenderForm, withForm } from './form/sender-form';

const deliveries = new Map<string, Delivery>();

/** This tab's delivery to an alias; one that has ended gives way to a fresh one. */
function deliveryTo(aliasId: string, settings: InboxSettings): Delivery {
  const known = deliveries.get(aliasId);
  if (known && known.snapshot().step !== 'done') return known;
  const delivery = new Delivery(aliasId, settings);
  // The server renders for everybody, so it keeps nothing.
  if (typeof window !== 'undefined') deliveries.set(aliasId, delivery);
  return delivery;
}

export function useDelivery(aliasId: string, form: SenderForm | null, isAlbum: boolean) {
  const access = aliasAccess(aliasId, isAlbum ? albumSecret(aliasId, { isAdding: true }) : '');
  const settings = { ...withForm({ ...useAppConfig(), access }, form), isAlbum };
  const [delivery, setDelivery] = useState(() => deliveryTo(aliasId, settings));
  const state = useSyncExternalStore(delivery.subscribe, delivery.snapshot, () => delivery.initial);
  useEffect(() => delivery.restore(), [delivery]);

  function startOver() {
    deliveries.delete(aliasId);
    const fresh = deliveryTo(aliasId, settings);
    setDelivery(fresh);
    return fresh;
  }

  return { delivery, state, startOver };
}
