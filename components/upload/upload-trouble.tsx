'use client';

import { RotateCwIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button, ButtonLink } from '@/components/ui/button';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/use-share-upload';
import { paths } from '@/lib/paths';

/** What needs the person: files that failed, or a session that ended. */
export function UploadTrouble({ queue }: { queue: UploadQueue }) {
  const t = useTranslations('upload.trouble');
  const { counts, halt } = useUploads(queue);
  if (halt === 'signedOut') {
    return (
      <Trouble text={t('signedOut')}>
        <ButtonLink tone="quiet" href={paths.login()} target="_blank">
          {t('signIn')}
        </ButtonLink>
        <Button onClick={() => queue.start()}>{t('goOn')}</Button>
      </Trouble>
    );
  }
  if (counts.failed === 0) return null;
  return (
    <Trouble text={t('failed', { count: counts.failed })}>
      <Button tone="quiet" onClick={() => queue.retryFailed()}>
        <RotateCwIcon aria-hidden />
        {t('retryAll', { count: counts.failed })}
      </Button>
    </Trouble>
  );
}

function Trouble({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-danger/8 px-4 py-3 text-sm text-pretty"
    >
      <p className="mr-auto min-w-48 flex-1">{text}</p>
      {children}
    </div>
  );
}
