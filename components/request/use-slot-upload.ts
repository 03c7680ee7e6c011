'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hasKeyToCheck } from '@/components/sealed/inbox/use-key-check';
import { useAppConfig } from '@/lib/client/app-config';
import { asCallError, CallError, call } from '@/lib/client/call/call';
import { isServerAway, onConnection } from '@/lib/client/call/connection';
import { useSend } from '@/lib/client/call/use-call';
import { aliasAccess } from '@/lib/client/upload/access/alias-access';
import type { Collected } from '@/lib/client/upload/choose/collect';
import type { Sealing } from '@/lib/client/upload/sealed/sealing';
import { ShareUpload } from '@/lib/client/upload/share-upload';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { type AskedSlot, asked } from '@/lib/contract/alias/asked';

/** `round`: by which a browser knows the key of its inbox again. */
export type Asking = { token: string; publicKey: string | null; round: string };
type SlotUpload = Asking & { slot: AskedSlot };
type Begun = { shareId: string; sealing: Sealing | null };

/** Sends what is chosen at once. A slot is begun with its first file. */
export function useSlotUpload({ slot: { id: slot, name, state }, ...asking }: SlotUpload) {
  const { token } = asking;
  const config = useAppConfig();
  const [upload] = useState(() => new ShareUpload({ ...config, access: aliasAccess(`${token}.${slot}`) }));
  const begun = useRef<Promise<Begun> | null>(null);
  const [isBegun, setBegun] = useState(false);
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
  const isAnew = state === 'again' && isBegun && phase === 'empty';
  const send = async (collected: Collected) => {
    if (isAnew) {
      upload.leaveShare();
      begun.current = null;
    }
    // Before the call, so that what is chosen while there is no line goes on by itself.
    upload.add(collected);
    begun.current ??= whenThere(() => begin({ slot, ...asking }, upload));
    const target = await begun.current.catch((cause: unknown) => {
      begun.current = null;
      upload.queue.remove(upload.queue.snapshot().ids);
      throw cause;
    });
    setBegun(true);
    await upload.begin({ ...target, name, wantsLink: false });
  };
  const take = (collecting: Promise<Collected>) => {
    setError(null);
    return collecting.then(send).catch((cause: unknown) => setError(asCallError(cause)));
  };
  return { upload, error: error ?? saved.error, take };
}

async function begin(
  { token, slot, publicKey, round }: Asking & { slot: string },
  { settings }: ShareUpload,
): Promise<Begun> {
  if (hasKeyToCheck(publicKey)) {
    const { sealSlot } = await import('./seal-slot');
    return sealSlot({ token, slot, publicKey, round }, settings.access);
  }
  const { share } = await call(asked.begin, { body: { token, slot } });
  return { shareId: share, sealing: null };
}

/** Tries again each time the server is back. @throws as `run`, for all but a broken line */
async function whenThere<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CallError) || error.kind !== 'network') throw error;
      await serverBack();
    }
  }
}

const serverBack = () =>
  new Promise<void>((resolve) => {
    if (!isServerAway()) return resolve();
    const stop = onConnection(() => {
      if (isServerAway()) return;
      stop();
      resolve();
    });
  });
