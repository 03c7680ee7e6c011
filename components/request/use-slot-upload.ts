'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { useAppConfig } from '@/lib/client/app-config';
import { asCallError, call } from '@/lib/client/call/call';
import { useSend } from '@/lib/client/call/use-call';
import { aliasAccess } from '@/lib/client/upload/access/alias-access';
import type { Collected } from '@/lib/client/upload/choose/collect';
import type { Sealing } from '@/lib/client/upload/sealed/sealing';
import { ShareUpload } from '@/lib/client/upload/share-upload';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { type AskedSlot, asked } from '@/lib/contract/alias/request';

type SlotUpload = { slot: AskedSlot; token: string; publicKey: string | null };
type Begun = { shareId: string; sealing: Sealing | null };

/** Sends what is chosen at once. A slot is begun with its first file. */
export function useSlotUpload({ slot: { id: slot, name, state }, token, publicKey }: SlotUpload) {
  const config = useAppConfig();
  const [upload] = useState(() => new ShareUpload({ ...config, access: aliasAccess(`${token}.${slot}`) }));
  const [begun, setBegun] = useState<Begun | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const saved = useSend(asked.saved, { reloads: [asked.look] });
  const { phase } = useUploads(upload.queue);
  const tellSaved = useEffectEvent(() => {
    if (upload.queue.snapshot().counts.done === 0) return;
    saved.mutate({ body: { token } }, { onSuccess: () => upload.queue.forgetDone() });
  });
  useEffect(() => {
    if (phase === 'settled') tellSaved();
  }, [phase]);
  // Another delivery takes files that are asked for again.
  const isAnew = state === 'again' && begun !== null && phase === 'empty';
  const take = async (collecting: Promise<Collected>) => {
    setError(null);
    try {
      const collected = await collecting;
      if (isAnew) upload.leaveShare();
      const target = (isAnew ? null : begun) ?? (await begin({ token, slot, publicKey }, upload));
      setBegun(target);
      upload.add(collected);
      await upload.begin({ ...target, name, wantsLink: false });
    } catch (cause) {
      setError(asCallError(cause));
    }
  };
  return { upload, error: error ?? saved.error, take };
}

async function begin(
  { token, slot, publicKey }: { token: string; slot: string; publicKey: string | null },
  { settings }: ShareUpload,
): Promise<Begun> {
  if (publicKey !== null) {
    const { sealSlot } = await import('./seal-slot');
    return sealSlot({ token, slot, publicKey }, settings.access);
  }
  const { share } = await call(asked.begin, { body: { token, slot } });
  return { shareId: share, sealing: null };
}
