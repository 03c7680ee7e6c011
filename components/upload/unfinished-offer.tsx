'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { ContinueProblemText } from './continue-problem-text';
import type { Unfinished } from './use-unfinished';

/** Offers to go on with what an earlier visit left behind, or to throw it away. */
export function UnfinishedOffer({ unfinished }: { unfinished: Unfinished }) {
  const t = useTranslations('upload.unfinished');
  const { latest, problem, begin } = unfinished;
  const [isPending, setIsPending] = useState(false);
  if (!latest) return problem && <ContinueProblemText problem={problem} />;

  async function goOn() {
    setIsPending(true);
    await begin();
    setIsPending(false);
  }

  const { files, name } = latest;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-4 rounded-card p-5 ring-1 ring-line">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-4">
        <div className="mr-auto min-w-56 flex-1 text-sm">
          <h2 className="font-semibold">{t('title')}</h2>
          <p className="mt-0.5 text-pretty text-muted">
            {name ? t('text', { count: files.length, name }) : t('textUnnamed', { count: files.length })}
          </p>
        </div>
        <Discard onDiscard={unfinished.discard} />
        <Button pending={isPending} onClick={() => void goOn()}>
          {t('continue')}
        </Button>
      </div>
      {problem && <ContinueProblemText problem={problem} />}
    </section>
  );
}

function Discard({ onDiscard }: { onDiscard: () => Promise<void> }) {
  const t = useTranslations('upload.unfinished');
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <Confirm
      trigger={<Button tone="ghost">{t('discard')}</Button>}
      title={t('discardTitle')}
      text={t('discardText')}
      confirmLabel={t('discardYes')}
      cancelLabel={t('discardNo')}
      error={hasFailed && t('failed')}
      onConfirm={() =>
        onDiscard().catch((error: unknown) => {
          setHasFailed(true);
          throw error;
        })
      }
    />
  );
}
