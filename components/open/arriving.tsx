'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Empty } from '@/components/ui/empty';
import { isReachable } from '@/lib/client/call/connection';

const lookEveryMs = 10_000;

/** The page of a link that was sent ahead of its files. It says nothing about them, and opens by itself. */
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
