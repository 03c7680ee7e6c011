'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { Empty } from '@/components/ui/empty';

type Ending = 'expired' | 'used-up' | 'gone';

/** Null for a link that was alive when its page was drawn. */
const Ended = createContext<Ending | null>(null);

export function EndingOfLink({ ending, children }: { ending: Ending | null; children: ReactNode }) {
  return <Ended value={ending}>{children}</Ended>;
}

/** What has expired or is used up says so; one text for unknown and withdrawn, so that nobody learns which. */
export function DeadLink() {
  const t = useTranslations('open.ended');
  const router = useRouter();
  const ending = use(Ended);
  const isNews = ending === null;

  // The call says no more than that it is dead; the page knows why.
  useEffect(() => {
    if (isNews) router.refresh();
  }, [isNews, router]);

  const kind = ending ?? 'gone';
  return <Empty heading="h1" title={t(`${kind}.title`)} text={t(`${kind}.text`)} />;
}
