'use client';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import type { RenderedNote } from '@/components/files/note/rendered-note';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { ViewMode } from '@/lib/domain/list-view';
import { DeadLink } from './dead-link';
import { OpenedShare, type PeekedShare, sourceOf } from './opened-share';
import { useOpenShare } from './use-open-share';

const CodeGate = dynamic(() => import('./code-gate').then((module) => module.CodeGate), { ssr: false });

// Only few links ask first.
const AskFirst = dynamic(() => import('./ask-first').then((module) => module.AskFirst));

// Only locked shares need a form.
const PasswordGate = dynamic(() => import('./password-gate').then((module) => module.PasswordGate), {
  ssr: false,
});

const SealedDoor = dynamic(() =>
  import('@/components/sealed/sealed-door').then((module) => module.SealedDoor),
);

// Few shares are sealed.
const SealedShare = dynamic(() => import('./sealed-share').then((module) => module.SealedShare), {
  ssr: false,
});

type OpenShareProps = {
  linkId: string;
  peek: PeekedShare & {
    locked: boolean;
    viewsLeft: number | null;
    asksFirst: boolean;
    asks: 'code' | 'people' | null;
    isSealed: boolean;
    manifestStart: string | null;
  };
  view: ViewMode | null;
  /** Set during a running visit; a first view gets its note with the files. */
  noteAtFirst: RenderedNote | null;
};

export function OpenShare(props: OpenShareProps) {
  const { isSealed, manifestStart, asks } = props.peek;
  const hasKey = useSyncExternalStore(
    () => () => undefined,
    () => location.hash.startsWith('#k='),
    () => false,
  );
  const visit = <VisitedShare {...props} />;
  // Those whom nothing lets in hear so first.
  if (asks === 'people' || !(isSealed || hasKey)) return visit;
  return <SealedDoor {...{ linkId: props.linkId, isSealed, manifestStart }}>{visit}</SealedDoor>;
}

function VisitedShare({ linkId, peek, view, noteAtFirst }: OpenShareProps) {
  const t = useTranslations('open');
  const failureText = useFailureText();
  const { locked, viewsLeft, sender, asksFirst } = peek;
  const title = peek.title ?? t('untitled');
  const visit = useOpenShare(linkId, { isLocked: locked, asksFirst });
  if (visit.detail?.e2ee)
    return (
      <SealedShare
        {...{ linkId, peek, view }}
        detail={visit.detail}
        source={sourceOf(linkId, visit.detail)}
      />
    );
  if (visit.detail || visit.state === 'opening')
    return <OpenedShare {...{ linkId, peek, view, noteAtFirst }} detail={visit.detail ?? null} />;

  switch (visit.state) {
    case 'asking':
      return <AskFirst {...{ title, peek }} viewsLeft={viewsLeft ?? 1} onOpen={visit.open} />;
    case 'locked':
      return (
        <PasswordGate
          title={title}
          sender={sender}
          viewsLeft={viewsLeft}
          onUnlock={visit.unlock}
          isPending={visit.isUnlocking}
          error={visit.unlockError ? failureText(visit.unlockError) : undefined}
        />
      );
    case 'code':
      return <CodeGate linkId={linkId} sender={sender} onProven={visit.retry} />;
    case 'people':
      return <Empty heading="h1" title={t('people.title')} text={t('people.text')} />;
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
