'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAppConfig } from '@/lib/client/app-config';
import type { Total } from '@/lib/domain/share-total';
import type { FilesSectionProps } from '../file-view';
import { FilesHeader, type FilesLayout } from '../files-header';
import { OpenFile } from '../open-file';
import { SelectionBar } from '../selection-bar';
import { ZipProblem } from '../zip/zip-link';
import { chosenTotal, longZipOffer, nothingChosen } from './choice';
import { FolderBox, LongFolder } from './long-folder';
import { useLongChoice } from './use-long-choice';
import { useLongViewer } from './use-long-viewer';

type LongFilesProps = Omit<FilesSectionProps, 'files' | 'total'> & { total: Total };

/** The files of a share that has too many to be here at once. */
export function LongFiles({ total, source, initialView, isAllElsewhere = false, actions }: LongFilesProps) {
  const t = useTranslations('files');
  const { zipMaxSize: maxBytes } = useAppConfig();
  const [layout, setLayout] = useState<FilesLayout>(initialView === 'cards' ? 'cards' : 'list');
  const viewer = useLongViewer(source, { startOpen: initialView === 'preview' });
  const long = useLongChoice(total);
  const offer = longZipOffer(total, long.choice, { source, maxBytes });
  const choosing = offer && long;
  const chosen = choosing ? chosenTotal(long.choice).files : 0;

  return (
    <section aria-labelledby="files">
      <FilesHeader
        total={total}
        chosen={chosen}
        allBox={choosing && <FolderBox {...choosing} path="" total={total} label={t('all')} />}
        offer={offer}
        isAllElsewhere={isAllElsewhere}
        layout={layout}
        onLayoutChange={setLayout}
      />
      {offer && chosen === 0 && <ZipProblem offer={offer} maxBytes={maxBytes} />}
      <div className="border-y border-line">
        <LongFolder
          path=""
          depth={0}
          {...{ source, layout, choosing }}
          onShow={viewer.show}
          actions={actions}
        />
      </div>
      {offer && chosen > 0 && (
        <SelectionBar
          {...{ chosen, offer, maxBytes }}
          count={total.files}
          onCancel={() => long.change(nothingChosen)}
        />
      )}
      <OpenFile viewer={viewer} source={source} />
    </section>
  );
}
