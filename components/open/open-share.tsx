'use client';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import type { RenderedNote } from '@/components/files/note/rendered-note';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { ViewMode } from '@/lib/domain/list-view';
import { DeadLink } from './dead-link';
import { OpenedShare } from './opened-share';
import { useOpenShare } from './use-open-share';

const CodeGate = dynamic(() => import('./code-gate').then((module) => module.CodeGate), { ssr: false });

// Only locked shares need a form.
const PasswordGate = dynamic(() => import('./password-gate').then((module) => module.PasswordGate), {
  ssr: false,
});

type OpenShareProps = {
  linkId: string;
  peek: {
    title: string | null;
    locked: boolean;
    viewsLeft: number | null;
    sender: string | null;
    asks: 'code' | 'people' | null;
  };
  view: ViewMode | null;
  /** Set during a running visit; a first view gets its note with the files. */
  noteAtFirst: RenderedNote | null;
};

export function OpenShare({ linkId, peek, view, noteAtFirst }: OpenShareProps) {
  const t = useTranslations('open');
  const failureText = useFailureText();
  const { locked, viewsLeft, sender, asks } = peek;
  const title = peek.title ?? t('untitled');
  const visit = useOpenShare(linkId, {
    isLocked: locked,
    asksFirst: viewsLeft !== null && !locked && asks === null,
  });
  if (visit.detail)
    return <OpenedShare linkId={linkId} detail={visit.detail} view={view} noteAtFirst={noteAtFirst} />;

  switch (visit.state) {
    case 'asking':
      return <AskFirst title={title} sender={sender} viewsLeft={viewsLeft ?? 1} onOpen={visit.open} />;
    case 'opening':
      return <Opening title={title} />;
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

type AskFirstProps = { title: string; sender: string | null; viewsLeft: number; onOpen: () => void };

/** A button must be pressed before one of the last views is spent: mail scanners run scripts but press no buttons. */
function AskFirst({ title, sender, viewsLeft, onOpen }: AskFirstProps) {
  const t = useTranslations('open');
  return (
    <section className="mx-auto mt-[12vh] max-w-sm">
      <h1 className="text-2xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">{title}</h1>
      {sender !== null && <p className="mt-1 text-sm text-muted">{t('from', { name: sender })}</p>}
      <p className="mt-1 mb-6 text-pretty text-muted">{t('ask.text', { count: viewsLeft })}</p>
      <noscript>
        <p className="mb-6 text-pretty">{t('noScript')}</p>
      </noscript>
      <Button onClick={onOpen}>{t('ask.open', { count: viewsLeft })}</Button>
    </section>
  );
}

function Opening({ title }: { title: string }) {
  const t = useTranslations('open');
  return (
    <article aria-busy="true">
      <h1 className="text-3xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">{title}</h1>
      <noscript>
        <p className="mt-4 max-w-prose text-pretty">{t('noScript')}</p>
      </noscript>
      <div className="mt-10 border-y border-line">
        <SkeletonRows rows={3} label={t('opening')} />
      </div>
    </article>
  );
}
