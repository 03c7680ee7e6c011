'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { buildUrl, CallError, type CallOptions, call } from '@/lib/client/call/call';
import { callKey } from '@/lib/client/call/call-key';
import { acceptsCookies } from '@/lib/client/choices/accepts-cookies';
import { detailInput } from '@/lib/contract/http/file-inputs';
import { headerNames, idempotencyHeader } from '@/lib/contract/http/names';
import { open } from '@/lib/contract/open';
import { isPlainNote } from '@/lib/domain/note/plain-note';
import { noteBelowTitle } from '@/lib/domain/title';

/** A request without an answer is repeated with the same idempotency key; an answered one is not. */
const isLost = (error: Error) =>
  error instanceof CallError && (error.kind === 'network' || error.kind === 'timeout');

/**
 * Its key makes that a repeated request spends no second view. Set once for the page, so that its early script
 * (start-visit.ts) asks no more if this comes first.
 */
const pageVisit = () =>
  (window.pageVisit ??= { url: '', key: crypto.getRandomValues(new Uint32Array(6)).join() });

/** The answer to the early script's request, once. */
function takeEarly(url: string): Promise<Response> | undefined {
  const visit = pageVisit();
  const { answer } = visit;
  visit.answer = undefined;
  return visit.url === url ? answer : undefined;
}

/**
 * Opens a share once per visit. The server counts a view for it, so nothing may request twice: no abort signal (a
 * second effect of strict mode shares the request), no refetch on focus, no retry.
 */
export function useOpenShare(
  linkId: string,
  { isLocked, asksFirst }: { isLocked: boolean; asksFirst: boolean },
) {
  const cache = useQueryClient();
  const queryKey = callKey(open.get, detailInput(linkId));
  const router = useRouter();
  const [isDrawing, startDrawing] = useTransition();
  const [isAgreed, setAgreed] = useState(!asksFirst);

  /**
   * Refreshes the page so that the server renders a note in Markdown: the parser would cost 46 KB here. The page of
   * a locked share gets its title by that too.
   */
  const openShare = async (options: Pick<CallOptions, 'headers' | 'early'>) => {
    const headers = { ...options.headers, [idempotencyHeader]: pageVisit().key };
    const detail = await call(open.get, detailInput(linkId), { ...options, headers });
    const draws = isLocked || !isPlainNote(noteBelowTitle(detail.description));
    // Without the visit's cookie the page would be that of a stranger.
    if (draws && acceptsCookies()) startDrawing(() => router.refresh());
    return detail;
  };

  const visit = useQuery({
    queryKey,
    queryFn: () => openShare({ early: takeEarly(urlOf(linkId)) }),
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
      const headers = { [headerNames.password]: encodeURIComponent(password) };
      await openShare({ headers }).then((detail) => cache.setQueryData(queryKey, detail), setUnlockError);
    });

  return {
    /** Withheld until the note is rendered, so that the files don't move down. */
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

function urlOf(linkId: string): string {
  const { params, query } = detailInput(linkId);
  return buildUrl('', open.get.path, params, query);
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
