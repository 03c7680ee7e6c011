'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { loadGrid } from '@/components/files/all-files';
import { FilesSection } from '@/components/files/files-section';
import { Note } from '@/components/files/note/note';
import type { RenderedNote } from '@/components/files/note/rendered-note';
import type { FileSource } from '@/components/files/zip/file-links';
import { wholeDownload } from '@/components/files/zip/zip-offer';
import { SenderColor } from '@/components/sender/sender-color';
import { SenderHead } from '@/components/sender/sender-head';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { useTitle } from '@/lib/client/use-title';
import type { OpenedShare as Detail } from '@/lib/contract/share/open-share';
import type { Sender } from '@/lib/contract/share/sender';
import { areMostlyPhotos, countKinds, stripLength } from '@/lib/domain/file-kinds';
import type { ViewMode } from '@/lib/domain/list-view';
import { type FileTotals, totalOf } from '@/lib/domain/share-total';
import { noteBelowTitle } from '@/lib/domain/title';
import { CoverPlace } from './cover-place';
import { DownloadBar } from './download-bar';
import { ShareLine } from './share-line';
import type { WatchDownloads } from './watch-downloads';

async function loadGridAhead(): Promise<void> {
  if (await window.pageVisit?.hasCover) await loadGrid();
}

// Starts before React has taken the page over.
if (typeof window !== 'undefined') void loadGridAhead();

// Few shares can be added to.
const AlbumFiles = dynamic(() => import('./album-files').then((module) => module.AlbumFiles));

export type PeekedShare = {
  title: string | null;
  sender: Sender | null;
  total: FileTotals | null;
  until: number | null;
  isPersonal: boolean;
};

type OpenedShareProps = {
  linkId: string;
  peek: PeekedShare;
  /** Null while the share is being opened: then the page tells what costs no view. */
  detail: Detail | null;
  view: ViewMode | null;
  noteAtFirst: RenderedNote | null;
  /** In place of the visitor's: of a sealed share that this browser has opened, or of its owner. */
  source?: FileSource;
};

/** Keeps its head in place when the files arrive. */
export function OpenedShare({ linkId, peek, detail, view, noteAtFirst, source }: OpenedShareProps) {
  const t = useTranslations('open');
  const titleOf = useTitle();
  const { title, sender, total, until } = detail ? factsOf(detail) : peek;
  const hasFiles = Boolean(total?.files);
  const opened = detail && { detail, source: source ?? sourceOf(linkId, detail) };
  return (
    <>
      <SenderColor color={sender?.color} />
      <article aria-busy={!detail || undefined} className="group/share">
        <header className="mb-8 flex flex-wrap items-end gap-x-6 gap-y-4">
          <div className="mr-auto min-w-0 flex-1 basis-64">
            <ShareLine {...{ sender, total, until }} />
            <h1 className="text-3xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">
              {title ?? (detail && hasFiles ? titleOf(detail) : t('untitled'))}
            </h1>
          </div>
          {total && hasFiles && <WholeDownload {...{ total, opened }} isPersonal={peek.isPersonal} />}
        </header>
        <Message sender={sender} text={detail && noteBelowTitle(detail.description)} atFirst={noteAtFirst} />
        <LateWatch total={total} />
        {opened ? <Content {...opened} view={view} /> : <Opening {...{ total, view }} />}
      </article>
    </>
  );
}

/** Nobody waits for its script. */
function LateWatch({ total }: { total: FileTotals | null }) {
  const [Watch, setWatch] = useState<typeof WatchDownloads | null>(null);
  useFetchAhead(
    useCallback(() => import('./watch-downloads').then((late) => setWatch(() => late.WatchDownloads)), []),
  );
  return Watch && <Watch total={total} />;
}

type MessageProps = { sender: Sender | null; text: string | null; atFirst: RenderedNote | null };

/** The sender's words, beside who they are. */
function Message({ sender, text, atFirst }: MessageProps) {
  const t = useTranslations('open');
  const words = text ? <Note text={text} atFirst={atFirst} /> : null;
  const isNamed = sender?.isLogin === false;
  if (!isNamed && !words) return null;
  return (
    <div className="mb-10 max-w-3xl [&_[data-words]>*]:text-lg/7">
      {isNamed ? (
        <SenderHead sender={sender} label={t('from', { name: sender.name })}>
          {words && (
            <div data-words className="mt-2">
              {words}
            </div>
          )}
        </SenderHead>
      ) : (
        <div data-words>{words}</div>
      )}
    </div>
  );
}

type Opened = { detail: Detail; source: FileSource };
type WholeDownloadProps = { total: FileTotals; opened: Opened | null; isPersonal: boolean };

function WholeDownload({ total, opened, isPersonal }: WholeDownloadProps) {
  const whole = opened && wholeDownload(opened.source, opened.detail);
  if (opened && !whole) return null;
  return <DownloadBar {...(whole ?? { total, href: null, isPart: false })} isPersonal={isPersonal} />;
}

/** Of a long share, the server has counted. */
const totalWithKinds = (detail: Detail): FileTotals =>
  detail.total ?? {
    ...totalOf(detail),
    kinds: countKinds(detail.files),
  };

const factsOf = (detail: Detail) => ({
  title: detail.title,
  sender: detail.sender,
  total: totalWithKinds(detail),
  until: detail.expiresAt,
});

export const sourceOf = (id: string, { visitKey, downloadsLimited, cover }: Detail): FileSource => ({
  access: 'open',
  id,
  visit: visitKey ?? undefined,
  isLimited: downloadsLimited,
  coverId: cover,
});

type ContentProps = Pick<OpenedShareProps, 'view'> & Opened;

function Content({ detail, source, view }: ContentProps) {
  const t = useTranslations('open');
  const { files, total, album } = detail;
  const note = noteBelowTitle(detail.description);
  const hasFiles = totalOf(detail).files > 0;
  const section = { files, total, source, initialView: view, isAllElsewhere: true };
  return (
    <>
      {album ? <AlbumFiles aliasId={album.alias} {...section} /> : hasFiles && <FilesSection {...section} />}
      {!hasFiles && note === '' && <p className="text-sm text-muted">{t('nothing')}</p>}
    </>
  );
}

type OpeningProps = { total: FileTotals | null; view: ViewMode | null };

function Opening({ total, view }: OpeningProps) {
  const t = useTranslations('open');
  return (
    <>
      <noscript>
        <p className="mt-4 max-w-prose text-pretty">{t('noScript')}</p>
      </noscript>
      <CoverPlace
        documents={stripLength(total?.kinds)}
        isSure={(view ?? 'cards') === 'cards' && areMostlyPhotos(total?.kinds)}
      />
      <div role="status" className="h-72 animate-late rounded-card bg-sunken [:has([src])+&]:hidden">
        <span className="sr-only">{t('opening')}</span>
      </div>
    </>
  );
}
