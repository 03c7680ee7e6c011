'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { type FileSelection, FilesCheckbox, useSelection } from '@/components/files/choose/selection';
import { useAppConfig } from '@/lib/client/app-config';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import type { ShareFile } from '@/lib/contract/share/file';
import { isMostlyPhotos, photoKind } from '@/lib/domain/file/photos';
import type { ViewMode } from '@/lib/domain/list-view';
import { totalOf } from '@/lib/domain/share-total';
import type { DisplayLayout } from './choose/display-order';
import { FileList } from './file-list';
import type { FilesSectionProps } from './file-view';
import { FilesHeader, type FilesLayout } from './files-header';
import { OpenFile, useFileViewer } from './open-file';
import { zipOffer } from './zip/zip-offer';

// Most visitors see the list first, so the rest loads when the page is idle, unless it comes first.
const loadCards = () => import('./file-cards');
const FileCards = dynamic(() => loadCards().then((module) => module.FileCards));
export const loadGrid = () => import('./photos/photo-grid');
const PhotoGrid = dynamic(() => loadGrid().then((module) => module.PhotoGrid));
const loadBar = () => import('./choose/selection-bar');
const SelectionBar = dynamic(() => loadBar().then((module) => module.SelectionBar), { loading: () => null });
const loadOrder = () => import('./choose/display-order');

// Few shares are too large for a ZIP.
const ZipProblem = dynamic(() => import('./zip/zip-problem').then((module) => module.ZipProblem), {
  loading: () => null,
});

type AllFilesProps = Omit<FilesSectionProps, 'total'> & {
  search?: ReactNode;
  found?: readonly ShareFile[] | null;
};

export function AllFiles({
  isAllElsewhere = false,
  initialView,
  viewerActions,
  search,
  found = null,
  ...viewProps
}: AllFilesProps) {
  const { files, source } = viewProps;
  const shown = found ?? files;
  const t = useTranslations('files');
  const { layout, setLayout, isGrid, displayLayout, View } = useLayout(files, initialView);
  const viewer = useFileViewer(shown, {
    startOpen: initialView === 'preview',
    isGrid,
    coverId: source.coverId,
  });
  const { offer, selection, chosen, maxBytes, ...choosing } = useFileSelection(
    { files, source, shown },
    displayLayout,
  );

  return (
    <section aria-labelledby="files">
      <FilesHeader
        total={totalOf({ files })}
        chosen={chosen}
        allBox={selection && <FilesCheckbox selection={selection} files={shown} label={t('all')} />}
        search={search}
        onSelect={offer && !selection ? choosing.begin : null}
        offer={offer}
        isAllElsewhere={isAllElsewhere}
        layout={layout}
        onLayoutChange={setLayout}
      />
      {offer && chosen === 0 && ('problem' in offer.link || offer.waiting) && (
        <ZipProblem offer={offer} maxBytes={maxBytes} />
      )}
      {shown.length > 0 && (
        <View {...viewProps} files={shown} all={found && files} selection={selection} onShow={viewer.show} />
      )}
      {offer && choosing.isSelecting && (
        <SelectionBar
          {...{ chosen, offer, maxBytes }}
          photos={{ files: chosenPhotos(files, selection), source }}
          count={files.length}
          onCancel={choosing.cancel}
        />
      )}
      <OpenFile {...{ viewer, source }} actions={viewerActions} />
    </section>
  );
}

/** None if other files are selected, too. */
function chosenPhotos(files: readonly ShareFile[], selection: FileSelection | null): ShareFile[] {
  const chosen = files.filter(({ id }) => selection?.chosen.has(id));
  return chosen.every((file) => photoKind(file) !== null) ? chosen : [];
}

function useLayout(files: readonly ShareFile[], initialView: ViewMode | null) {
  const isPhotos = isMostlyPhotos(files);
  const isCards = initialView === 'cards' || (initialView === null && isPhotos);
  const [layout, setLayout] = useState<FilesLayout>(isCards ? 'cards' : 'list');
  useFetchAhead(isPhotos ? loadGrid : loadCards);
  useFetchAhead(loadBar);
  useFetchAhead(loadOrder);
  const Cards = isPhotos ? PhotoGrid : FileCards;
  // The old view stays until the script of the new one has loaded.
  const View = useDeferredValue(layout) === 'cards' ? Cards : FileList;
  const displayLayout: DisplayLayout = View === PhotoGrid ? 'photos' : View === FileList ? 'list' : 'cards';
  return { layout, setLayout, isGrid: displayLayout === 'photos', displayLayout, View };
}

function useFileSelection(
  { files, source, shown }: Pick<FilesSectionProps, 'files' | 'source'> & { shown: readonly ShareFile[] },
  displayLayout: DisplayLayout,
) {
  const isGrid = displayLayout === 'photos';
  const { zipMaxSize: maxBytes } = useAppConfig();
  const [hasStarted, setHasStarted] = useState(false);
  const { clear, ...choice } = useSelection(files, (...ids) =>
    loadOrder().then(({ idsBetween }) =>
      idsBetween(shown, { layout: displayLayout, coverId: source.coverId }, ...ids),
    ),
  );
  const offer = zipOffer(files, choice.chosen, { source, maxBytes });
  const selection = offer && (hasStarted || !isGrid) ? choice : null;
  const chosen = selection?.chosen.size ?? 0;
  return {
    offer,
    selection,
    chosen,
    maxBytes,
    isSelecting: chosen > 0 || (isGrid && selection !== null),
    begin: () => setHasStarted(true),
    cancel: () => {
      setHasStarted(false);
      clear();
    },
  };
}
