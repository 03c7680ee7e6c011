'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { ContinueProblemText } from './continue-problem-text';
import type { Unfinished } from './use-unfinished';

type UnfinishedOfferProps = {
  unfinished: Unfinished;
  /** Replaces the wording for cases in which discarding doesn't delete the whole share. */
  discardWords?: { title: string; text: string; yes: string };
};

export function UnfinishedOffer({ unfinished, discardWords }: UnfinishedOfferProps) {
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
        <Discard onDiscard={unfinished.discard} words={discardWords} />
        <Button pending={isPending} onClick={() => void goOn()}>
          {t('continue')}
        </Button>
      </div>
      {problem && <ContinueProblemText problem={problem} />}
    </section>
  );
}

type DiscardProps = { onDiscard: () => Promise<void>; words: UnfinishedOfferProps['discardWords'] };

function Discard({ onDiscard, words }: DiscardProps) {
  const t = useTranslations('upload.unfinished');
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <Confirm
      trigger={<Button tone="ghost">{t('discard')}</Button>}
      title={words?.title ?? t('discardTitle')}
      text={words?.text ?? t('discardText')}
      confirmLabel={words?.yes ?? t('discardYes')}
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
