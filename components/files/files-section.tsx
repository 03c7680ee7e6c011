'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { useAppConfig } from '@/lib/client/app-config';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import type { ShareFile } from '@/lib/contract/share/file';
import { isMostlyPhotos } from '@/lib/domain/file/photos';
import { totalOf } from '@/lib/domain/share-total';
import type { ViewMode } from '@/lib/domain/view-mode';
import { ChooseFiles } from './choose/choose-files';
import type { Look } from './choose/in-shown-order';
import { useSelection } from './choose/use-selection';
import { FileList } from './file-list';
import type { FilesSectionProps } from './file-view';
import { FilesHeader, type FilesLayout } from './files-header';
import { OpenFile } from './open-file';
import { useViewer } from './use-viewer';
import { ZipProblem } from './zip/zip-link';
import { zipOffer } from './zip/zip-offer';

// A list is what most see first; the rest comes while nobody waits for it, or at once where it is the first. A press
// never waits for it: boxes and switches change at once.
const loadCards = () => import('./file-cards');
const FileCards = dynamic(() => loadCards().then((module) => module.FileCards));
const loadGrid = () => import('./photos/photo-grid');
const PhotoGrid = dynamic(() => loadGrid().then((module) => module.PhotoGrid));
const loadBar = () => import('./choose/selection-bar');
const SelectionBar = dynamic(() => loadBar().then((module) => module.SelectionBar), { loading: () => null });
const loadOrder = () => import('./choose/in-shown-order');

// Few shares have so many files.
const LongFiles = dynamic(() => import('./long/long-files').then((module) => module.LongFiles));

/** The files of a share as a list, as cards or as a grid of photos, and the viewer over them. */
export function FilesSection({ total, ...props }: FilesSectionProps) {
  return total ? <LongFiles total={total} {...props} /> : <AllFiles {...props} />;
}

function AllFiles({ isAllElsewhere = false, initialView, ...shown }: Omit<FilesSectionProps, 'total'>) {
  const { files, source } = shown;
  const t = useTranslations('files');
  const { layout, setLayout, isGrid, look, View } = useLayout(files, initialView);
  const viewer = useViewer(files, { startOpen: initialView === 'preview', isGrid });
  const { offer, selection, chosen, maxBytes, ...choosing } = useChoosing(shown, look);

  return (
    <section aria-labelledby="files">
      <FilesHeader
        total={totalOf({ files })}
        chosen={chosen}
        allBox={selection && <ChooseFiles selection={selection} files={files} label={t('all')} />}
        onSelect={offer && !selection ? choosing.begin : null}
        offer={offer}
        isAllElsewhere={isAllElsewhere}
        layout={layout}
        onLayoutChange={setLayout}
      />
      {offer && chosen === 0 && <ZipProblem offer={offer} maxBytes={maxBytes} />}
      <View {...shown} selection={selection} onShow={viewer.show} />
      {offer && choosing.isAtIt && (
        <SelectionBar {...{ chosen, offer, maxBytes }} count={files.length} onCancel={choosing.cancel} />
      )}
      <OpenFile viewer={viewer} source={source} />
    </section>
  );
}

/** How the files are laid out; mostly photos are a grid where other files would be cards. */
function useLayout(files: readonly ShareFile[], initialView: ViewMode | null) {
  const isPhotos = isMostlyPhotos(files);
  const isCards = initialView === 'cards' || (initialView === null && isPhotos);
  const [layout, setLayout] = useState<FilesLayout>(isCards ? 'cards' : 'list');
  useFetchAhead(isPhotos ? loadGrid : loadCards);
  useFetchAhead(loadBar);
  useFetchAhead(loadOrder);
  const Cards = isPhotos ? PhotoGrid : FileCards;
  // The old one stays until the script of the new one is there.
  const View = useDeferredValue(layout) === 'cards' ? Cards : FileList;
  const look: Look = View === PhotoGrid ? 'photos' : View === FileList ? 'list' : 'cards';
  return { layout, setLayout, isGrid: look === 'photos', look, View };
}

/** What is chosen, and to what end. In a grid there are no boxes until somebody begins to select. */
function useChoosing({ files, source }: Pick<FilesSectionProps, 'files' | 'source'>, look: Look) {
  const isGrid = look === 'photos';
  const { zipMaxSize: maxBytes } = useAppConfig();
  const [hasBegun, setHasBegun] = useState(false);
  const { clear, ...choice } = useSelection(files, (...ids) =>
    loadOrder().then(({ rangeOf }) => rangeOf(files, look, ...ids)),
  );
  const offer = zipOffer(files, choice.chosen, { source, maxBytes });
  const selection = offer && (hasBegun || !isGrid) ? choice : null;
  const chosen = selection?.chosen.size ?? 0;
  return {
    offer,
    selection,
    chosen,
    maxBytes,
    isAtIt: chosen > 0 || (isGrid && selection !== null),
    begin: () => setHasBegun(true),
    cancel: () => {
      setHasBegun(false);
      clear();
    },
  };
}
