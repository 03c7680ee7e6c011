'use client';

import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { FilesSection } from '@/components/files/files-section';
import { Note } from '@/components/files/note/note';
import type { RenderedNote } from '@/components/files/note/rendered-note';
import { DownloadAll } from '@/components/files/zip/download-all';
import { useTitle } from '@/lib/client/use-title';
import type { OpenedShare as Detail } from '@/lib/contract/open';
import type { ViewMode } from '@/lib/domain/list-view';
import { totalOf } from '@/lib/domain/share-total';
import { zonedDateTimeFormat } from '@/lib/domain/time/moment';
import { noteBelowTitle } from '@/lib/domain/title';

// Few shares can be added to.
const AlbumFiles = dynamic(() => import('./album-files').then((module) => module.AlbumFiles));

type OpenedShareProps = {
  linkId: string;
  detail: Detail;
  view: ViewMode | null;
  noteAtFirst: RenderedNote | null;
};

export function OpenedShare({ linkId, detail, view, noteAtFirst }: OpenedShareProps) {
  const t = useTranslations('open');
  const format = useFormatter();
  const titleOf = useTitle();
  const { files, total, description, creator, expiresAt } = detail;
  const note = noteBelowTitle(description);
  const source = {
    access: 'open',
    id: linkId,
    visit: detail.visitKey ?? undefined,
    isLimited: detail.downloadsLimited,
  } as const;
  const hasFiles = totalOf(detail).files > 0;
  const section = { files, total, source, initialView: view, isAllElsewhere: true };

  return (
    <article>
      <header className="mb-8 flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="mr-auto min-w-0 flex-1 basis-64">
          <h1 className="text-3xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">
            {detail.title ?? (hasFiles ? titleOf(detail) : t('untitled'))}
          </h1>
          {(creator !== null || expiresAt !== null) && (
            <p className="mt-2 text-sm text-muted tabular-nums [overflow-wrap:anywhere]">
              {creator !== null && <span>{t('from', { name: creator })}</span>}
              {creator !== null && expiresAt !== null && ' · '}
              {expiresAt !== null && (
                <span>{t('availableUntil', { date: format.dateTime(expiresAt, zonedDateTimeFormat) })}</span>
              )}
            </p>
          )}
        </div>
        <DownloadAll files={files} total={total} source={source} />
      </header>
      {note !== '' && (
        <div className="mb-10 max-w-3xl">
          <Note text={note} atFirst={noteAtFirst} />
        </div>
      )}
      {detail.album ? (
        <AlbumFiles aliasId={detail.album.alias} {...section} />
      ) : (
        hasFiles && <FilesSection {...section} />
      )}
      {!hasFiles && note === '' && <p className="text-sm text-muted">{t('nothing')}</p>}
    </article>
  );
}
