import { useTranslations } from 'next-intl';
import type { CollectNotice as Notice } from './use-collect';

const namedAtMost = 3;

/** One quiet line about what a drop left out; a screen reader hears it. */
export function CollectNotice({ notice, isReading }: { notice: Notice | null; isReading: boolean }) {
  const t = useTranslations('upload.notice');
  const lines = notice ? linesOf(notice, t) : [];
  return (
    <div role="status" className="text-xs/5 text-muted empty:hidden">
      {isReading && <p>{t('reading')}</p>}
      {!isReading && lines.map((line) => <p key={line}>{line}</p>)}
    </div>
  );
}

function linesOf(notice: Notice, t: ReturnType<typeof useTranslations<'upload.notice'>>): string[] {
  const { duplicates, junk, unreadable, isEmpty } = notice;
  const names = unreadable.slice(0, namedAtMost).join(', ');
  return [
    ...(isEmpty ? [t('nothing')] : []),
    ...(duplicates > 0 ? [t('duplicates', { count: duplicates })] : []),
    ...(junk > 0 ? [t('junk', { count: junk })] : []),
    ...(unreadable.length > 0
      ? [t('unreadable', { names, more: Math.max(0, unreadable.length - namedAtMost) })]
      : []),
  ];
}
