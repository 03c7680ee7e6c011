'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ContinueProblemText } from '../continue-problem-text';
import type { Unfinished } from '../use-unfinished';
import { CollectNotice } from './collect-notice';
import { DropSheet } from './drop-sheet';

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
