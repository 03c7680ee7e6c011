'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import type { DrawnNote } from '@/components/files/note/drawn-note';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { ViewMode } from '@/lib/domain/view-mode';
import { AskFirst } from './ask-first';
import { DeadLink } from './dead-link';
import { OpenedShare } from './opened-share';
import { Opening } from './opening';
import { useOpenShare } from './use-open-share';

// Only locked shares need a form.
const PasswordGate = dynamic(() => import('./password-gate').then((module) => module.PasswordGate), {
  ssr: false,
});

type OpenShareProps = {
  linkId: string;
  /** What is known of it before it is open. */
  peek: { title: string | null; locked: boolean; viewsLeft: number | null };
  view: ViewMode;
  /** Of a visit that is going on; the first view brings its note along with the files. */
  noteAtFirst: DrawnNote | null;
};

/** A published share as a visitor sees it, from the knock to the open door. */
export function OpenShare({ linkId, peek, view, noteAtFirst }: OpenShareProps) {
  const t = useTranslations('open');
  const failureText = useFailureText();
  const { locked, viewsLeft } = peek;
  const title = peek.title ?? t('untitled');
  const visit = useOpenShare(linkId, { isLocked: locked, asksFirst: viewsLeft !== null && !locked });
  if (visit.detail)
    return <OpenedShare linkId={linkId} detail={visit.detail} view={view} noteAtFirst={noteAtFirst} />;

  switch (visit.state) {
    case 'asking':
      return <AskFirst title={title} viewsLeft={viewsLeft ?? 1} onOpen={visit.open} />;
    case 'opening':
      return <Opening title={title} />;
    case 'locked':
      return (
        <PasswordGate
          title={title}
          viewsLeft={viewsLeft}
          onUnlock={visit.unlock}
          isPending={visit.isUnlocking}
          error={visit.unlockError ? failureText(visit.unlockError) : undefined}
        />
      );
    case 'dead':
      return <DeadLink />;
    case 'failed':
      return (
        <Empty heading="h1" title={t('failed.title')} text={failureText(visit.failure)}>
          <Button onClick={visit.retry}>{t('failed.retry')}</Button>
        </Empty>
      );
  }
}
