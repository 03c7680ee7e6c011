import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { CollectReport } from './use-collect';

const namedAtMost = 3;

export function CollectNotice({ notice, isReading }: { notice: CollectReport | null; isReading: boolean }) {
  const t = useTranslations('upload.notice');
  const lines = notice ? linesOf(notice, t) : [];
  return (
    <>
      <div role="status" className="text-xs/5 text-muted empty:hidden">
        {isReading && <p>{t('reading')}</p>}
        {!isReading && lines.map((line) => <p key={line}>{line}</p>)}
      </div>
      {!isReading && notice && notice.renamed.length > 0 && <SameNames notice={notice} />}
    </>
  );
}

function SameNames({ notice: { renamed, leaveOut, replace } }: { notice: CollectReport }) {
  const t = useTranslations('upload.notice');
  const count = renamed.length;
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="quiet" onClick={leaveOut}>
        {t('leaveOut', { count })}
      </Button>
      {replace && (
        <Button tone="quiet" onClick={replace}>
          {t('replace', { count })}
        </Button>
      )}
    </div>
  );
}

function linesOf(notice: CollectReport, t: ReturnType<typeof useTranslations<'upload.notice'>>): string[] {
  const { duplicates, junk, empty, unreadable, isEmpty, renamed } = notice;
  const [first] = renamed;
  return [
    ...(isEmpty ? [t('nothing')] : []),
    ...(duplicates > 0 ? [t('duplicates', { count: duplicates })] : []),
    ...(first
      ? [t('renamed', { count: renamed.length, name: first.file.name, newName: first.filename })]
      : []),
    ...(junk > 0 ? [t('junk', { count: junk })] : []),
    ...(empty.length > 0 ? [t('empty', named(empty))] : []),
    ...(unreadable.length > 0 ? [t('unreadable', named(unreadable))] : []),
  ];
}

const named = (paths: readonly string[]) => ({
  names: paths.slice(0, namedAtMost).join(', '),
  more: Math.max(0, paths.length - namedAtMost),
});
