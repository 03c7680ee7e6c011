'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { Empty } from '@/components/ui/empty';

type LinkEnding = 'expired' | 'used-up' | 'gone';

const LinkEndingContext = createContext<LinkEnding | null>(null);

export function LinkEndingProvider({ ending, children }: { ending: LinkEnding | null; children: ReactNode }) {
  return <LinkEndingContext value={ending}>{children}</LinkEndingContext>;
}

/** Unknown and withdrawn links share one text, so that visitors can't tell them apart. */
export function DeadLink() {
  const t = useTranslations('open.ended');
  const router = useRouter();
  const ending = use(LinkEndingContext);
  const isNews = ending === null;

  // The call says no more than that it is dead; the page knows why.
  useEffect(() => {
    if (isNews) router.refresh();
  }, [isNews, router]);

  const kind = ending ?? 'gone';
  return <Empty heading="h1" title={t(`${kind}.title`)} text={t(`${kind}.text`)} />;
}
