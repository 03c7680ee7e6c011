'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { CallError, call } from '@/lib/client/call/call';
import { callKey } from '@/lib/client/call/call-key';
import { keepsCookies } from '@/lib/client/choices/keeps-cookies';
import { detailInput } from '@/lib/contract/http/file-inputs';
import { idempotencyHeader } from '@/lib/contract/http/idempotency';
import { headerNames } from '@/lib/contract/http/names';
import { open } from '@/lib/contract/open';
import { noteBelowTitle } from '@/lib/domain/title';

/** An answer that never came is asked for again, by the same key; one that came stays. */
const isLost = (error: Error) =>
  error instanceof CallError && (error.kind === 'network' || error.kind === 'timeout');

/** Of this page's visits: the answer that is asked for again spends no second view. */
const key = crypto.getRandomValues(new Uint32Array(6)).join();

type Terms = {
  isLocked: boolean;
  /** A person says first that a view may be spent. */
  asksFirst: boolean;
};

/**
 * Opens a share once for a visit of the page. The server counts a view for it, so nothing here may ask twice: neither
 * a second effect of strict mode (no abort signal is used, so both share one request), nor focus, nor a retry.
 */
export function useOpenShare(linkId: string, { isLocked, asksFirst }: Terms) {
  const cache = useQueryClient();
  const queryKey = callKey(open.get, detailInput(linkId));
  const router = useRouter();
  const [isDrawing, startDrawing] = useTransition();
  const [isAgreed, setAgreed] = useState(!asksFirst);

  /**
   * Has the server draw a note, which the visit that now goes on lets it show: what reads markdown weighs 46 KB. The
   * page of a locked share also gets its title by that.
   */
  const openShare = async (shown: Record<string, string> = {}) => {
    const headers = { ...shown, [idempotencyHeader]: key };
    const detail = await call(open.get, detailInput(linkId), { headers });
    const draws = isLocked || noteBelowTitle(detail.description) !== '';
    // Without the visit's cookie the page would be that of a stranger.
    if (draws && keepsCookies()) startDrawing(() => router.refresh());
    return detail;
  };

  const visit = useQuery({
    queryKey,
    queryFn: () => openShare(),
    enabled: isAgreed,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retryOnMount: false,
    retry: (count, error) => count < 3 && isLost(error),
  });

  const [unlockError, setUnlockError] = useState<Error | null>(null);
  const [isUnlocking, startUnlocking] = useTransition();
  const unlock = (password: string) =>
    startUnlocking(async () => {
      const shown = { [headerNames.password]: encodeURIComponent(password) };
      await openShare(shown).then((detail) => cache.setQueryData(queryKey, detail), setUnlockError);
    });

  return {
    /** Only with its note, or the files would move down when that is drawn. */
    detail: isDrawing ? undefined : visit.data,
    state: isAgreed ? stateOf(visit.error, unlockError) : 'asking',
    open: () => setAgreed(true),
    failure: visit.error,
    retry: () => void visit.refetch(),
    unlock,
    isUnlocking,
    unlockError,
  };
}

type OpenState = 'asking' | 'opening' | 'locked' | 'code' | 'people' | 'dead' | 'failed';

function stateOf(error: Error | null, unlockError: Error | null): Exclude<OpenState, 'asking'> {
  if (codeOf(unlockError) === 'open.notFound') return 'dead';
  if (!error) return 'opening';
  switch (codeOf(error)) {
    case 'open.passwordRequired':
    case 'open.passwordWrong':
      return 'locked';
    case 'open.codeRequired':
      return 'code';
    case 'open.recipientsOnly':
      return 'people';
    case 'open.notFound':
    case 'request.notFound':
      return 'dead';
    default:
      return 'failed';
  }
}

const codeOf = (error: Error | null) => (error instanceof CallError ? error.code : null);
