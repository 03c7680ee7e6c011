'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Empty } from '@/components/ui/empty';
import { isReachable } from '@/lib/client/call/connection';

const lookEveryMs = 10_000;

/** For a link sent before its files are uploaded. It reveals nothing about them and reloads once they are there. */
export function Arriving() {
  const t = useTranslations('open.ended.arriving');
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(async () => {
      if (!document.hidden && (await isReachable())) router.refresh();
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [router]);
  return <Empty heading="h1" title={t('title')} text={t('text')} />;
}
