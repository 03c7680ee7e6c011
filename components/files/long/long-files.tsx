'use client';

import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall } from '@/lib/client/call/use-call';
import { filesInput, folderInput } from '@/lib/contract/http/file-inputs';
import { isMostlyPhotos } from '@/lib/domain/file/photos';
import type { ViewMode } from '@/lib/domain/list-view';
import type { FileTotals } from '@/lib/domain/share-total';
import { FileSearchField } from '../choose/file-search';
import { SelectionBar } from '../choose/selection-bar';
import type { FilesSectionProps } from '../file-view';
import { FilesHeader, type FilesLayout } from '../files-header';
import { OpenFile } from '../open-file';
import type { FileSource } from '../zip/file-links';
import { ZipProblem } from '../zip/zip-problem';
import { filesCall, folderCall } from './file-calls';
import { FoundFiles } from './found-files';
import { FolderBox, LongFolder } from './long-folder';
import { chosenTotal, longZipOffer, nothingChosen, useLongSelection } from './long-selection';
import { useLongViewer } from './use-long-viewer';

type LongFilesProps = Omit<FilesSectionProps, 'files' | 'total'> & { total: FileTotals };

export function LongFiles({ total, source, initialView, isAllElsewhere = false, ...props }: LongFilesProps) {
  const t = useTranslations('files');
  const { layout, setLayout, isGrid, openPath } = useLongLayout(total, source, initialView);
  const viewer = useLongViewer(source, { startOpen: initialView === 'preview' });
  const { offer, choosing, chosen, maxBytes, ...selecting } = useLongFileSelection(total, source, isGrid);
  const [query, setQuery] = useState('');
  const sought = useDeferredValue(query.trim());

  return (
    <section aria-labelledby="files">
      <FilesHeader
        total={total}
        chosen={chosen}
        allBox={choosing && <FolderBox {...choosing} path="" total={total} label={t('all')} />}
        search={
          source.access === 'open' && <FileSearchField query={query} count={undefined} onQuery={setQuery} />
        }
        onSelect={offer && !choosing ? selecting.begin : null}
        offer={offer}
        isAllElsewhere={isAllElsewhere}
        layout={layout}
        onLayoutChange={setLayout}
      />
      {offer && chosen === 0 && <ZipProblem offer={offer} maxBytes={maxBytes} />}
      {sought !== '' && (
        <FoundFiles {...{ source, ...props }} query={sought} layout={isGrid ? 'photos' : layout} />
      )}
      <div hidden={sought !== ''} className={isGrid ? '' : 'border-y border-line'}>
        <LongFolder
          path=""
          depth={0}
          {...{ source, choosing, openPath }}
          layout={isGrid ? 'photos' : layout}
          onShow={viewer.show}
          actions={props.actions}
        />
      </div>
      {offer && selecting.isSelecting && (
        <SelectionBar {...{ chosen, offer, maxBytes }} count={total.files} onCancel={selecting.cancel} />
      )}
      <OpenFile {...{ viewer, source }} actions={props.viewerActions} />
    </section>
  );
}

function useLongFileSelection(total: FileTotals, source: FilesSectionProps['source'], isGrid: boolean) {
  const { zipMaxSize: maxBytes } = useAppConfig();
  const long = useLongSelection(total, source);
  const [hasStarted, setHasStarted] = useState(false);
  const offer = longZipOffer(total, long.choice, { source, maxBytes });
  const choosing = offer && (hasStarted || !isGrid) ? long : null;
  const chosen = choosing ? chosenTotal(long.choice).files : 0;
  return {
    offer,
    choosing,
    chosen,
    maxBytes,
    isSelecting: chosen > 0 || (isGrid && choosing !== null),
    begin: () => setHasStarted(true),
    cancel: () => {
      setHasStarted(false);
      long.change(() => nothingChosen);
    },
  };
}

function useLongLayout(total: FileTotals, source: FilesSectionProps['source'], initialView: ViewMode | null) {
  const { isPhotos, path } = useMostlyPhotos(source, total);
  const [chosen, setLayout] = useState<FilesLayout | null>(initialView === 'cards' ? 'cards' : null);
  const isGridFirst = isPhotos && initialView === null;
  const layout = chosen ?? (isGridFirst ? 'cards' : 'list');
  const isGrid = isPhotos && layout === 'cards';
  return { layout, setLayout, isGrid, openPath: isPhotos && path !== '' ? path : null };
}

/** Minimum fraction of all files in one folder for it to represent the share. */
const minFraction = 0.75;

/** Judges a large share by the first page of its only folder, or of its top level. */
export function useMostlyPhotos(source: FileSource, total: FileTotals): { isPhotos: boolean; path: string } {
  const { id, visit } = source;
  const root = useCall(folderCall(source), folderInput(id, '', visit)).data;
  const [only, ...others] = root?.folders ?? [];
  const path = root?.files === 0 && only && others.length === 0 ? only.name : '';
  const { data: folder } = useCall(folderCall(source), folderInput(id, path, visit), {
    isWanted: path !== '',
  });
  const inside = path === '' ? root : folder;
  const isRepresentative = inside !== undefined && inside.files >= total.files * minFraction;
  const { data: page } = useCall(filesCall(source), filesInput(id, path, inside?.marks ?? [], 0, visit), {
    isWanted: isRepresentative,
  });
  return { isPhotos: isRepresentative && page !== undefined && isMostlyPhotos(page.items), path };
}
