'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Banner } from '@/components/ui/dialog/banner';
import type { ContinueProblem } from './use-unfinished';

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
