'use client';

import { LayoutGridIcon, ListIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Segmented } from '@/components/ui/segmented';
import type { ShareFile } from '@/lib/contract/share';
import { fileTree } from '@/lib/domain/file-tree';
import { formatBytes } from '@/lib/domain/units';
import type { ViewMode } from '@/lib/domain/view-mode';
import { FileCards } from './file-cards';
import type { FileSource } from './file-links';
import { FileList } from './file-list';
import { useViewer } from './use-viewer';

// Most visits never open it, so it comes when it is needed.
const FileViewer = dynamic(() => import('./viewer/file-viewer').then((module) => module.FileViewer), {
  ssr: false,
});

export type FileViewProps = {
  files: readonly ShareFile[];
  source: FileSource;
  onShow: (file: ShareFile) => void;
  /** More that can be done with a file, at the end of its line. */
  actions?: ((file: ShareFile) => ReactNode) | undefined;
};

type FilesSectionProps = Omit<FileViewProps, 'onShow'> & { initialView: ViewMode };

/** The files of a share as a list or as cards, and the viewer over them. */
export function FilesSection({ files, source, actions, initialView }: FilesSectionProps) {
  const t = useTranslations('files');
  const [layout, setLayout] = useState<'list' | 'cards'>(initialView === 'cards' ? 'cards' : 'list');
  const viewer = useViewer(files, { startOpen: initialView === 'preview' });
  const { count, sizeBytes } = fileTree(files);
  const View = layout === 'cards' ? FileCards : FileList;

  return (
    <section aria-labelledby="files">
      <header className="mb-2 flex h-9 items-center gap-3">
        <h2 id="files" className="text-sm font-medium">
          {t('title')}
        </h2>
        <p className="mr-auto text-sm text-muted tabular-nums">
          {t('summary', { count, size: formatBytes(sizeBytes) })}
        </p>
        <Segmented
          label={t('layout')}
          value={layout}
          onValueChange={setLayout}
          options={[
            { value: 'list', label: t('list'), icon: <ListIcon aria-hidden /> },
            { value: 'cards', label: t('cards'), icon: <LayoutGridIcon aria-hidden /> },
          ]}
        />
      </header>
      <View files={files} source={source} actions={actions} onShow={viewer.show} />
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
