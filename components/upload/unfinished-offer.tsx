'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Confirm } from '@/components/ui/dialog/confirm';
import { CollectNotice } from '@/components/upload/choose/collect-notice';
import { DropSheet } from '@/components/upload/choose/drop-sheet';
import type { ContinueProblem, Unfinished } from './use-unfinished';

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

const namedAtMost = 3;

export function ContinueProblemText({ problem, action }: { problem: ContinueProblem; action?: ReactNode }) {
  const t = useTranslations('upload.unfinished');
  if (problem.kind === 'others') {
    return (
      <Banner tone="info" action={action}>
        {t('others')}
      </Banner>
    );
  }
  if (problem.kind !== 'missing') {
    return <Banner tone={problem.kind === 'failed' ? 'error' : 'info'}>{t(problem.kind)}</Banner>;
  }
  const { files } = problem;
  const names = files
    .slice(0, namedAtMost)
    .map(({ name }) => name)
    .join(', ');
  const more = Math.max(0, files.length - namedAtMost);
  return (
    <Banner tone="info" action={action}>
      {t('missing', { count: files.length, names, more })}
    </Banner>
  );
}

/** For browsers that can't store handles of the files. */
export function ChooseAgain({ unfinished, maxSizeBytes }: { unfinished: Unfinished; maxSizeBytes: number }) {
  const t = useTranslations('upload.unfinished');
  const { problem, take, goOnWithout, sendAsNew, isComparing, stopChoosing } = unfinished;
  const ways = (
    <div className="flex flex-wrap gap-2">
      {goOnWithout && (
        <Button tone="quiet" onClick={() => void goOnWithout()}>
          {t('without')}
        </Button>
      )}
      {sendAsNew && (
        <Button tone="quiet" onClick={() => void sendAsNew()}>
          {t('asNew')}
        </Button>
      )}
    </div>
  );
  return (
    <section aria-label={t('title')} className="rounded-card bg-raised shadow-card ring-1 ring-line">
      <DropSheet
        maxSizeBytes={maxSizeBytes}
        title={t('choose')}
        isCompact={false}
        onCollected={(collecting) => void collecting.then(({ files }) => take(files))}
      >
        <CollectNotice notice={null} isReading={isComparing} />
      </DropSheet>
      <div className="flex flex-col gap-4 border-t border-line p-5">
        {problem && <ContinueProblemText problem={problem} action={ways} />}
        <div className="self-end">
          <Button tone="ghost" onClick={stopChoosing}>
            {t('back')}
          </Button>
        </div>
      </div>
    </section>
  );
}
