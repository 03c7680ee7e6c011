'use client';

import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { hasSealedSupport, NoWorkerError, startWorker } from '@/lib/client/sealed/open-in-worker';
import { shareKeys, useShareKey } from '@/lib/client/sealed/share-keys';
import { fitsManifest } from '@/lib/domain/sealed/fits-manifest';
import {
  fromBase64Url,
  keyFragment,
  readShareKey,
  type ShareKey,
  toBase64Url,
} from '@/lib/domain/sealed/share-key';
import { UnsealError } from '@/lib/domain/sealed/unseal';
import { openSealedShare, type SealedContent, type ServerShare } from './open-sealed';

export type LockedState =
  | { step: 'opening' }
  | { step: 'key'; isWrong: boolean }
  | { step: 'unsupported' }
  | { step: 'failed'; error: Error; retry: () => void };

export type SealedState = LockedState | { step: 'open'; content: SealedContent };

/**
 * Opens a sealed share with the key in the address, in this tab or in this browser.
 * @param id of the share or its link, under which the key is known @param version changes with what the server has
 */
export function useSealedShare(id: string, version: string, load: () => Promise<ServerShare>): SealedState {
  const t = useTranslations('sealed');
  const key = useShareKey(id);
  useKeyOfAddress(id);
  const opening = useUnsealing(['sealed share', id, version], key, async (key) =>
    openSealedShare(key, await load(), t('unnamed')),
  );
  const locked = lockedState(key, opening);
  if (locked) return locked;
  return opening.data ? { step: 'open', content: opening.data } : { step: 'opening' };
}

/** Null once this browser can open a link's share with the key that it has. Asks the server for nothing. */
export function useFittingKey(linkId: string, manifestStart: string | null): LockedState | null {
  const key = useShareKey(linkId);
  const isRead = useKeyOfAddress(linkId);
  const checking = useUnsealing(['sealed key', linkId], key, async (key) => {
    await startWorker();
    const start = manifestStart === null ? null : fromBase64Url(manifestStart);
    if (start && !(await fitsManifest(key, start))) throw new UnsealError('damaged');
    return true;
  });
  const locked = lockedState(key, checking);
  return isRead || locked?.step !== 'key' ? locked : { step: 'opening' };
}

function useUnsealing<T>(
  name: readonly string[],
  key: ShareKey | null,
  unseal: (key: ShareKey) => Promise<T>,
): UseQueryResult<T> {
  return useQuery({
    queryKey: [...name, key && toBase64Url(key.bytes)],
    enabled: key !== null && hasSealedSupport(),
    queryFn: async () => {
      if (!key) throw new Error('there is no key');
      return unseal(key);
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

function lockedState(key: ShareKey | null, { error, data, refetch }: UseQueryResult): LockedState | null {
  if (typeof window !== 'undefined' && !hasSealedSupport()) return { step: 'unsupported' };
  if (!key) return { step: 'key', isWrong: false };
  if (error instanceof NoWorkerError) return { step: 'unsupported' };
  if (error instanceof UnsealError) return { step: 'key', isWrong: true };
  if (error) return { step: 'failed', error, retry: () => void refetch() };
  return data === undefined ? { step: 'opening' } : null;
}

/** Returns whether the address has been read. */
function useKeyOfAddress(id: string): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const read = async () => {
      const key = hasSealedSupport() ? await readShareKey(location.hash) : null;
      setRead(true);
      if (!key) return;
      shareKeys.set(id, key);
      if (location.hash !== keyFragment(key)) history.replaceState(history.state, '', keyFragment(key));
    };
    void read();
    const listen = () => void read();
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, [id]);
  return isRead;
}
