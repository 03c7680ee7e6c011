'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { type Collected, distinguishTwins } from '@/lib/client/upload/choose/collect';
import type { AddFilesResult, ShareUpload } from '@/lib/client/upload/share-upload';
import type { UploadItem } from '@/lib/client/upload/upload-item';
import type { ShareFile } from '@/lib/contract/share/file';

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

export type CollectReport = {
  duplicates: number;
  junk: number;
  empty: string[];
  unreadable: string[];
  isEmpty: boolean;
  renamed: readonly UploadItem[];
  leaveOut: () => void;
  /** Null when an existing file is being uploaded, or has arrived and may not be removed. */
  replace: (() => void) | null;
};

/**
 * Adds collected files to an upload and reports about duplicates and unusable files. @param present files that the
 * share has already
 */
export function useCollect(
  upload: ShareUpload,
  add: (collected: Collected) => AddFilesResult,
  present: readonly ShareFile[] = [],
) {
  const [notice, setNotice] = useState<CollectReport | null>(null);
  const [readings, setReadings] = useState(0);

  async function take(collecting: Promise<Collected>): Promise<void> {
    setReadings((count) => count + 1);
    const collected = await collecting
      .then((found) => distinguishTwins(found, upload.queue))
      .catch(() => null);
    setReadings((count) => count - 1);
    if (!collected) return;
    const { added, duplicates, renamed } = add(collected);
    const { junk, empty, unreadable } = collected;
    const leftOut = junk + empty.length + unreadable.length;
    const isEmpty = added + duplicates + leftOut === 0;
    const isQuiet = duplicates + leftOut + renamed.length === 0 && !isEmpty;
    const answered = (act: () => void) => () => {
      act();
      setNotice(null);
    };
    const leaveOut = answered(() => upload.queue.remove(renamed.map(({ id }) => id)));
    const replace = upload.canReplace(renamed, present)
      ? answered(() => upload.replace(renamed, present))
      : null;
    setNotice(isQuiet ? null : { duplicates, junk, empty, unreadable, isEmpty, renamed, leaveOut, replace });
  }

  return { notice, isReading: readings > 0, take };
}
