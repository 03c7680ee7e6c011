'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { hasSealedSupport, NoWorkerError } from '@/lib/client/sealed/open-in-worker';
import { shareKeys, useShareKey } from '@/lib/client/sealed/share-keys';
import { keyFragment, readShareKey, toBase64Url } from '@/lib/domain/sealed/share-key';
import { UnsealError } from '@/lib/domain/sealed/unseal';
import { openSealedShare, type SealedContent, type ServerShare } from './open-sealed';

export type SealedState =
  | { step: 'opening' }
  | { step: 'key'; isWrong: boolean }
  | { step: 'unsupported' }
  | { step: 'failed'; error: Error; retry: () => void }
  | { step: 'open'; content: SealedContent };

/**
 * Opens a sealed share with the key in the address, in this tab or in this browser.
 * @param id of the share or its link, under which the key is known @param version changes with what the server has
 */
export function useSealedShare(id: string, version: string, load: () => Promise<ServerShare>): SealedState {
  const t = useTranslations('sealed');
  const key = useShareKey(id);
  useKeyOfAddress(id);
  const opening = useQuery({
    queryKey: ['sealed share', id, version, key && toBase64Url(key.bytes)],
    enabled: key !== null && hasSealedSupport(),
    queryFn: async () => {
      if (!key) throw new Error('there is no key');
      return openSealedShare(key, await load(), t('unnamed'));
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    placeholderData: (before) => before,
  });
  if (typeof window !== 'undefined' && !hasSealedSupport()) return { step: 'unsupported' };
  if (!key) return { step: 'key', isWrong: false };
  if (opening.error instanceof NoWorkerError) return { step: 'unsupported' };
  if (opening.error instanceof UnsealError) return { step: 'key', isWrong: true };
  if (opening.error) return { step: 'failed', error: opening.error, retry: () => void opening.refetch() };
  return opening.data ? { step: 'open', content: opening.data } : { step: 'opening' };
}

function useKeyOfAddress(id: string): void {
  useEffect(() => {
    const read = async () => {
      const key = await readShareKey(location.hash);
      if (!key) return;
      shareKeys.set(id, key);
      if (location.hash !== keyFragment(key)) history.replaceState(history.state, '', keyFragment(key));
    };
    if (hasSealedSupport()) void read();
    const listen = () => void read();
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, [id]);
}
