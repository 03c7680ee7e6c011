'use client';

import { DownloadIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { FilesSection } from '@/components/files/files-section';
import type { DrawnNote } from '@/components/files/note/drawn-note';
import { Note } from '@/components/files/note/note';
import { fileLinks } from '@/components/files/zip/file-links';
import { ZipLink } from '@/components/files/zip/zip-link';
import { wholeZipOffer, zipOffer } from '@/components/files/zip/zip-offer';
import { ButtonAnchor } from '@/components/ui/button';
import { useAppConfig } from '@/lib/client/app-config';
import { useBytes } from '@/lib/client/use-bytes';
import type { OpenedShare as Detail } from '@/lib/contract/open';
import { totalOf } from '@/lib/domain/share-total';
import { momentInZone } from '@/lib/domain/time/moment';
import { noteBelowTitle, shareTitle } from '@/lib/domain/title';
import type { ViewMode } from '@/lib/domain/view-mode';

type OpenedShareProps = {
  linkId: string;
  detail: Detail;
  view: ViewMode | null;
  noteAtFirst: DrawnNote | null;
};

export function OpenedShare({ linkId, detail, view, noteAtFirst }: OpenedShareProps) {
  const t = useTranslations('open');
  const format = useFormatter();
  const sizeText = useBytes();
  const { files, total, name, description, expiresAt } = detail;
  const note = noteBelowTitle(description);
  const source = { access: 'open', id: linkId, visit: detail.visitKey ?? undefined } as const;
  const [first, second] = files;
  const { zipMaxSize: maxBytes } = useAppConfig();
  const zip = { source, maxBytes };
  const all = total ? wholeZipOffer(total, zip) : zipOffer(files, new Set(), zip);
  const hasFiles = totalOf(detail).files > 0;

  return (
    <article>
      <header className="mb-8 flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="mr-auto min-w-0 flex-1 basis-64">
          <h1 className="text-3xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">
            {shareTitle(description, name) ?? t('untitled')}
          </h1>
          {expiresAt !== null && (
            <p className="mt-2 text-sm text-muted tabular-nums">
              {t('availableUntil', { date: format.dateTime(expiresAt, momentInZone) })}
            </p>
          )}
        </div>
        {first && !second && (
          <ButtonAnchor href={fileLinks(source, first.id).download} download>
            <DownloadIcon aria-hidden />
            {t('downloadOne', { size: sizeText(first.size) })}
          </ButtonAnchor>
        )}
        {all && <ZipLink offer={all} />}
      </header>
      {note !== '' && (
        <div className="mb-10 max-w-3xl">
          <Note text={note} atFirst={noteAtFirst} />
        </div>
      )}
      {hasFiles && (
        <FilesSection isAllElsewhere files={files} total={total} source={source} initialView={view} />
      )}
      {!hasFiles && note === '' && <p className="text-sm text-muted">{t('nothing')}</p>}
    </article>
  );
}
