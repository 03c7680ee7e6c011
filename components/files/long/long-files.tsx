'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAppConfig } from '@/lib/client/app-config';
import type { ViewMode } from '@/lib/domain/list-view';
import type { FileTotals } from '@/lib/domain/share-total';
import { SelectionBar } from '../choose/selection-bar';
import type { FilesSectionProps } from '../file-view';
import { FilesHeader, type FilesLayout } from '../files-header';
import { OpenFile } from '../open-file';
import { ZipProblem } from '../zip/zip-link';
import { FolderBox, LongFolder } from './long-folder';
import { chosenTotal, longZipOffer, nothingChosen } from './long-selection';
import { useLongSelection } from './use-long-selection';
import { useLongViewer } from './use-long-viewer';
import { useMostlyPhotos } from './use-mostly-photos';

type LongFilesProps = Omit<FilesSectionProps, 'files' | 'total'> & { total: FileTotals };

export function LongFiles({ total, source, initialView, isAllElsewhere = false, actions }: LongFilesProps) {
  const t = useTranslations('files');
  const { layout, setLayout, isGrid, openPath } = useLongLayout(total, source, initialView);
  const viewer = useLongViewer(source, { startOpen: initialView === 'preview' });
  const { offer, choosing, chosen, maxBytes, ...selecting } = useLongFileSelection(total, source, isGrid);

  return (
    <section aria-labelledby="files">
      <FilesHeader
        total={total}
        chosen={chosen}
        allBox={choosing && <FolderBox {...choosing} path="" total={total} label={t('all')} />}
        onSelect={offer && !choosing ? selecting.begin : null}
        offer={offer}
        isAllElsewhere={isAllElsewhere}
        layout={layout}
        onLayoutChange={setLayout}
      />
      {offer && chosen === 0 && <ZipProblem offer={offer} maxBytes={maxBytes} />}
      <div className={isGrid ? '' : 'border-y border-line'}>
        <LongFolder
          path=""
          depth={0}
          {...{ source, choosing, openPath }}
          layout={isGrid ? 'photos' : layout}
          onShow={viewer.show}
          actions={actions}
        />
      </div>
      {offer && selecting.isSelecting && (
        <SelectionBar {...{ chosen, offer, maxBytes }} count={total.files} onCancel={selecting.cancel} />
      )}
      <OpenFile viewer={viewer} source={source} />
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
