'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { startTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';

type FailureProps = { error: Error & { digest?: string }; reset: () => void };

/** A page that could not be drawn. `digest` leads the operator to the line in the log. */
export function Failure({ error, reset }: FailureProps) {
  const { digest } = error;
  const t = useTranslations('app');
  const router = useRouter();
  const isLost = isLostPart(error);
  const draw = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  // A part of the page that didn't arrive is asked for again by a new page only.
  const again = () => (isLost ? location.reload() : draw());
  return (
    <div role="alert">
      <Empty heading="h1" title={t('broken.title')} text={isLost ? t('failure.network') : t('broken.text')}>
        <Button onClick={again}>{t('broken.again')}</Button>
        {digest && <p className="w-full pt-4 font-mono text-xs text-muted">{t('broken.code', { digest })}</p>}
      </Empty>
    </div>
  );
}

const isLostPart = ({ name, message }: Error) => name === 'ChunkLoadError' || /load chunk/i.test(message);
