'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { internalLinkOf } from '@/components/app/hold-links';
import { Confirm } from '@/components/ui/dialog/confirm';

/** Asks before a link, Back or the browser leaves the page. */
export function LeaveQuestion() {
  const t = useTranslations('alias.unsaved');
  const [leave, setLeave] = useState<{ go: () => unknown } | null>(null);
  const isLeaving = useRef(false);
  const ask = useEffectEvent((event: Event, go: () => unknown) => {
    if (isLeaving.current) return;
    event.preventDefault();
    event.stopPropagation();
    setLeave({ go });
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const hold = (event: MouseEvent) => {
      const link = internalLinkOf(event);
      if (link) ask(event, () => link.click());
    };
    const holdTravel = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination } = event;
      const isElsewhere = new URL(destination.url).pathname !== location.pathname;
      if (navigationType === 'traverse' && cancelable && isElsewhere)
        ask(event, () => window.navigation.traverseTo(destination.key).committed);
    };
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    document.addEventListener('click', hold, { capture: true, signal });
    window.navigation?.addEventListener('navigate', holdTravel, { signal });
    return () => listening.abort();
  }, []);

  return (
    <Confirm
      open={leave !== null}
      onOpenChange={() => setLeave(null)}
      title={t('title')}
      confirmLabel={t('leave')}
      cancelLabel={t('stay')}
      onConfirm={() => {
        isLeaving.current = true;
        return leave?.go();
      }}
    />
  );
}
