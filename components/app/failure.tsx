'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { startTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';

type FailureProps = { error: Error & { digest?: string }; reset: () => void };

export function Failure({ error, reset }: FailureProps) {
  const { digest } = error;
  const t = useTranslations('app');
  const router = useRouter();
  const isChunkMissing = isChunkError(error);
  const draw = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  // A script that failed to load is requested again only by a new page.
  const again = () => (isChunkMissing ? location.reload() : draw());
  return (
    <div role="alert">
      <Empty
        heading="h1"
        title={t('broken.title')}
        text={isChunkMissing ? t('failure.network') : t('broken.text')}
      >
        <Button onClick={again}>{t('broken.again')}</Button>
        {digest && <p className="w-full pt-4 font-mono text-xs text-muted">{t('broken.code', { digest })}</p>}
      </Empty>
    </div>
  );
}

const isChunkError = ({ name, message }: Error) => name === 'ChunkLoadError' || /load chunk/i.test(message);
