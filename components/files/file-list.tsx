'use client';

import { ChevronRightIcon, FolderIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LongRows } from '@/components/list/long-rows';
import type { ShareFile } from '@/lib/contract/file';
import { type Folder, filesBelow, fileTree } from '@/lib/domain/file-tree';
import { formatBytes } from '@/lib/domain/units';
import { ChooseFiles } from './choose-files';
import { FileRow } from './file-row';
import type { FileViewProps } from './files-section';
import { indentOf } from './indent';

const rowHeight = 48;
/** From here on folders begin closed, so that what there is can be seen. */
const manyFiles = 1_000;

/** Rows between hairlines, folders as rows that open and close. */
export function FileList({ files, ...view }: FileViewProps) {
  const tree = fileTree(files);
  return (
    <div className="border-y border-line">
      <FolderContent folder={tree} depth={0} isCrowded={files.length > manyFiles} {...view} />
    </div>
  );
}

type FolderProps = Omit<FileViewProps, 'files'> & {
  folder: Folder<ShareFile>;
  depth: number;
  /** Folders begin closed. */
  isCrowded: boolean;
};

function FolderContent({ folder, depth, isCrowded, ...view }: FolderProps) {
  return (
    <div className="divide-y divide-line">
      {folder.folders.length > 0 && (
        <LongRows as="ul" rows={folder.folders} rowHeight={rowHeight} className="divide-y divide-line">
          {(child) => (
            <FolderRow key={child.path} folder={child} depth={depth} isCrowded={isCrowded} {...view} />
          )}
        </LongRows>
      )}
      {folder.files.length > 0 && (
        <LongRows as="ul" rows={folder.files} rowHeight={rowHeight} className="divide-y divide-line">
          {(file) => <FileRow key={file.id} file={file} depth={depth} {...view} />}
        </LongRows>
      )}
    </div>
  );
}

function FolderRow({ folder, depth, isCrowded, ...view }: FolderProps) {
  const t = useTranslations('files');
  const [isOpen, setIsOpen] = useState(!isCrowded);
  return (
    <li>
      <div
        style={{ paddingLeft: indentOf(depth) }}
        className="flex items-center gap-3 transition-colors duration-100 hover:bg-hover"
      >
        {view.selection && (
          <div className="-mr-3 -ml-2">
            <ChooseFiles selection={view.selection} files={filesBelow(folder)} label={folder.name} />
          </div>
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex h-12 min-w-0 flex-1 items-center gap-3 pr-2 text-left text-sm focus-visible:-outline-offset-2"
        >
          <ChevronRightIcon
            aria-hidden
            className={`-mr-1 size-4 shrink-0 text-faint transition-transform duration-100 motion-reduce:transition-none ${isOpen ? 'rotate-90' : ''}`}
          />
          <FolderIcon aria-hidden className="size-4 shrink-0 text-faint" />
          <span className="truncate font-medium">{folder.name}</span>
          <span className="ml-auto shrink-0 text-muted tabular-nums">
            {t('summary', { count: folder.count, size: formatBytes(folder.sizeBytes) })}
          </span>
        </button>
      </div>
      {isOpen && (
        <div className="border-t border-line">
          <FolderContent folder={folder} depth={depth + 1} isCrowded={isCrowded} {...view} />
        </div>
      )}
    </li>
  );
}
