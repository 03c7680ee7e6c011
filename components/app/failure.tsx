'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { startTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';

/** A page that could not be drawn. `digest` leads the operator to the line in the log. */
export function Failure({ digest, reset }: { digest: string | undefined; reset: () => void }) {
  const t = useTranslations('app.broken');
  const router = useRouter();
  const again = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <div role="alert">
      <Empty heading="h1" title={t('title')} text={t('text')}>
        <Button onClick={again}>{t('again')}</Button>
        {digest && <p className="w-full pt-4 font-mono text-xs text-muted">{t('code', { digest })}</p>}
      </Empty>
    </div>
  );
}
