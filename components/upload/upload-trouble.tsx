'use client';

import { RotateCwIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button, ButtonAnchor } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { commonRefusal } from '@/lib/client/upload/upload-item';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { paths } from '@/lib/paths';

/**
 * Displays problems that need the person: failed files or an ended session. `isOwn`: the share has a page to return to.
 */
export function UploadTrouble({ queue, isOwn }: { queue: UploadQueue; isOwn: boolean }) {
  const t = useTranslations('upload.trouble');
  const { ids, counts, halt } = useUploads(queue);
  if (halt === 'signedOut') {
    return (
      <Trouble text={t('signedOut')}>
        <ButtonAnchor tone="quiet" href={paths.login()} target="_blank">
          {t('signIn')}
        </ButtonAnchor>
        <Button onClick={() => queue.start()}>{t('goOn')}</Button>
      </Trouble>
    );
  }
  if (counts.failed === 0) return null;
  const count = { count: counts.failed };
  const refusal = counts.failed === ids.length ? commonRefusal(ids.map(queue.item)) : null;
  const texts = [refusal, t('failed', count), isOwn && t('advice', count)];
  return (
    <Trouble text={texts.filter(Boolean).join(' ')}>
      <Button tone="quiet" onClick={() => queue.retryFailed()}>
        <RotateCwIcon aria-hidden />
        {t('retryAll', { count: counts.failed })}
      </Button>
    </Trouble>
  );
}

function Trouble({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Banner tone="error" action={<div className="flex flex-wrap gap-2">{children}</div>}>
      {text}
    </Banner>
  );
}
