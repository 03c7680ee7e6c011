'use client';

import { type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { callKey } from '@/lib/client/call/call-key';
import { useCall } from '@/lib/client/call/use-call';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { share } from '@/lib/contract/share/share';

const shownUpTo = 99;

export function ReceivedWords() {
  const t = useTranslations('nav');
  const unread = useUnread();
  return (
    <>
      {t('received')}
      {/* A link's name is its text: the number has to be apart from the word. */}
      {unread > 0 && <span className="sr-only"> {t('unread', { count: unread })}</span>}
      {/* It takes no place: numbers come and go while somebody aims at what is beside. */}
      {unread > 0 && (
        <span aria-hidden className="relative size-0 self-start">
          <span className="absolute top-1 left-0.5 min-w-4 rounded-full bg-ink px-1 text-center text-[0.625rem]/4 text-canvas tabular-nums">
            {unread > shownUpTo ? `${shownUpTo}+` : unread}
          </span>
        </span>
      )}
    </>
  );
}

/** Is read again with each list that marks what is new, so that both say the same. */
function useUnread(): number {
  const cache = useQueryClient();
  useEffect(
    () =>
      cache.getQueryCache().subscribe((event) => {
        if (hasNewList(event)) void cache.invalidateQueries({ queryKey: callKey(share.received) });
      }),
    [cache],
  );
  return useCall(share.received, {}).data?.unread ?? 0;
}

const lists: unknown[] = [deliveries.search.path, share.search.path];

/** A list comes with a page as well as by a call. */
function hasNewList(event: QueryCacheNotifyEvent): boolean {
  const { queryKey, state } = event.query;
  if (!lists.includes(queryKey[0]) || state.data === undefined) return false;
  return event.type === 'added' || (event.type === 'updated' && isAnswer(event.action.type));
}

const isAnswer = (action: string): boolean => action === 'success' || action === 'setState';
