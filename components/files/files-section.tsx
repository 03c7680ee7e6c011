'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAppConfig } from '@/lib/client/app-config';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { totalOf } from '@/lib/domain/share-total';
import { ChooseFiles } from './choose-files';
import { FileList } from './file-list';
import type { FilesSectionProps } from './file-view';
import { FilesHeader, type FilesLayout } from './files-header';
import { OpenFile } from './open-file';
import { useSelection } from './use-selection';
import { useViewer } from './use-viewer';
import { ZipProblem } from './zip/zip-link';
import { zipOffer } from './zip/zip-offer';

// A list is what most see first; the cards come while nobody waits for them.
const loadCards = () => import('./file-cards');
const FileCards = dynamic(() => loadCards().then((module) => module.FileCards));

// Few shares have so many files.
const LongFiles = dynamic(() => import('./long/long-files').then((module) => module.LongFiles));

/** The files of a share as a list or as cards, some or all of them in one archive, and the viewer over them. */
export function FilesSection({ total, ...props }: FilesSectionProps) {
  return total ? <LongFiles total={total} {...props} /> : <AllFiles {...props} />;
}

function AllFiles({ isAllElsewhere = false, initialView, ...shown }: Omit<FilesSectionProps, 'total'>) {
  const { files, source } = shown;
  const t = useTranslations('files');
  const { zipMaxSize: maxBytes } = useAppConfig();
  const [layout, setLayout] = useState<FilesLayout>(initialView === 'cards' ? 'cards' : 'list');
  useFetchAhead(loadCards);
  const viewer = useViewer(files, { startOpen: initialView === 'preview' });
  const choice = useSelection(files);
  const offer = zipOffer(files, choice.chosen, { source, maxBytes });
  const selection = offer && choice;
  const View = layout === 'cards' ? FileCards : FileList;

  return (
    <section aria-labelledby="files">
      <FilesHeader
        total={totalOf({ files })}
        chosen={selection?.chosen.size ?? 0}
        allBox={selection && <ChooseFiles selection={selection} files={files} label={t('all')} />}
        offer={offer}
        isAllElsewhere={isAllElsewhere}
        layout={layout}
        onLayoutChange={setLayout}
      />
      {offer && <ZipProblem offer={offer} maxBytes={maxBytes} />}
      <View {...shown} selection={selection} onShow={viewer.show} />
      <OpenFile viewer={viewer} source={source} />
    </section>
  );
}
