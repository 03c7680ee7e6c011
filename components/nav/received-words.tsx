'use client';

import { clsx } from 'clsx';
import { useTranslations } from 'next-intl';
import { useCall } from '@/lib/client/call/use-call';
import { share } from '@/lib/contract/share/share';

export function ReceivedWords() {
  const t = useTranslations('nav');
  const unread = useCall(share.received, {}).data?.unread ?? 0;
  return (
    <>
      {t('received')}
      {/* A link's name is its text: the number has to be apart from the word. */}
      {unread > 0 && <span className="sr-only"> {t('unread', { count: unread })}</span>}
      {/* Its place is kept: numbers come and go while somebody aims at what is beside. */}
      <span
        aria-hidden
        className={clsx(
          'ml-1.5 min-w-5 rounded-full bg-ink px-1.5 text-center text-xs/5 text-canvas tabular-nums',
          unread === 0 && 'invisible',
        )}
      >
        {unread > 0 && unread}
      </span>
    </>
  );
}
