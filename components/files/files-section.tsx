'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { useAppConfig } from '@/lib/client/app-config';
import type { ShareFile } from '@/lib/contract/file';
import type { ViewMode } from '@/lib/domain/view-mode';
import { FileCards } from './file-cards';
import type { FileSource } from './file-links';
import { FileList } from './file-list';
import { FilesHeader, type FilesLayout } from './files-header';
import { type Selection, useSelection } from './use-selection';
import { useViewer } from './use-viewer';
import { ZipProblem } from './zip-link';
import { zipOffer } from './zip-offer';

// Most visits never open it, so it comes when it is needed.
const FileViewer = dynamic(() => import('./viewer/file-viewer').then((module) => module.FileViewer), {
  ssr: false,
});

export type FileViewProps = {
  files: readonly ShareFile[];
  source: FileSource;
  onShow: (file: ShareFile) => void;
  /** Null where files can't be chosen. */
  selection: Selection | null;
  /** More that can be done with a file, at the end of its line. */
  actions?: ((file: ShareFile) => ReactNode) | undefined;
};

type FilesSectionProps = Omit<FileViewProps, 'onShow' | 'selection'> & {
  initialView: ViewMode;
  /** Another part of the page offers all files in one archive. */
  isAllElsewhere?: boolean;
};

/** The files of a share as a list or as cards, some or all of them in one archive, and the viewer over them. */
export function FilesSection({ isAllElsewhere = false, initialView, ...shown }: FilesSectionProps) {
  const { files, source } = shown;
  const { zipMaxSize: maxBytes } = useAppConfig();
  const [layout, setLayout] = useState<FilesLayout>(initialView === 'cards' ? 'cards' : 'list');
  const viewer = useViewer(files, { startOpen: initialView === 'preview' });
  const choice = useSelection(files);
  const offer = zipOffer(files, choice.chosen, { source, maxBytes });
  const selection = offer && choice;
  const View = layout === 'cards' ? FileCards : FileList;

  return (
    <section aria-labelledby="files">
      <FilesHeader
        files={files}
        selection={selection}
        offer={offer}
        isAllElsewhere={isAllElsewhere}
        layout={layout}
        onLayoutChange={setLayout}
      />
      {offer && <ZipProblem offer={offer} maxBytes={maxBytes} />}
      <View {...shown} selection={selection} onShow={viewer.show} />
      {viewer.current && (
        <FileViewer
          files={viewer.order}
          current={viewer.current}
          source={source}
          onShow={viewer.show}
          onClose={viewer.close}
        />
      )}
    </section>
  );
}
