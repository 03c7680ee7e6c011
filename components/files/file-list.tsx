'use client';

import { useState } from 'react';
import { LongRows } from '@/components/list/long-rows';
import type { ShareFile } from '@/lib/contract/share/file';
import { type FolderNode, filesBelow, fileTree } from '@/lib/domain/file/file-tree';
import { ChooseFiles } from './choose/choose-files';
import { FileRow } from './file-row';
import type { FileViewProps } from './file-view';
import { FolderLine } from './folder-line';

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
  folder: FolderNode<ShareFile>;
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
  const [isOpen, setIsOpen] = useState(!isCrowded);
  const { name, count, sizeBytes } = folder;
  const box = view.selection && (
    <ChooseFiles selection={view.selection} files={filesBelow(folder)} label={name} />
  );
  return (
    <FolderLine
      {...{ name, depth, box, isOpen }}
      total={{ files: count, size: sizeBytes }}
      onOpenChange={setIsOpen}
    >
      <FolderContent folder={folder} depth={depth + 1} isCrowded={isCrowded} {...view} />
    </FolderLine>
  );
}
