'use client';

import { useState } from 'react';
import { FilesCheckbox } from '@/components/files/choose/selection';
import { LongRows } from '@/components/list/long-rows';
import type { ShareFile } from '@/lib/contract/share/file';
import { type FolderNode, filesBelow, fileTree } from '@/lib/domain/file/file-tree';
import { FileRow } from './file-row';
import type { FileViewProps } from './file-view';
import { FolderLine } from './folder-line';

const rowHeight = 48;
const maxFilesWithOpenFolders = 1_000;

export function FileList({ files, ...view }: FileViewProps) {
  const tree = fileTree(files);
  return (
    <div className="border-y border-line">
      <FolderContent
        folder={tree}
        depth={0}
        areFoldersClosed={files.length > maxFilesWithOpenFolders}
        {...view}
      />
    </div>
  );
}

type FolderProps = Omit<FileViewProps, 'files'> & {
  folder: FolderNode<ShareFile>;
  depth: number;
  areFoldersClosed: boolean;
};

function FolderContent({ folder, depth, areFoldersClosed, ...view }: FolderProps) {
  return (
    <div className="divide-y divide-line">
      {folder.folders.length > 0 && (
        <LongRows as="ul" rows={folder.folders} rowHeight={rowHeight} className="divide-y divide-line">
          {(child) => (
            <FolderRow
              key={child.path}
              folder={child}
              depth={depth}
              areFoldersClosed={areFoldersClosed}
              {...view}
            />
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

function FolderRow({ folder, depth, areFoldersClosed, ...view }: FolderProps) {
  const [isOpen, setIsOpen] = useState(!areFoldersClosed);
  const { name, count, sizeBytes } = folder;
  const box = view.selection && (
    <FilesCheckbox selection={view.selection} files={filesBelow(folder)} label={name} />
  );
  return (
    <FolderLine
      {...{ name, depth, box, isOpen }}
      total={{ files: count, size: sizeBytes }}
      onOpenChange={setIsOpen}
    >
      <FolderContent folder={folder} depth={depth + 1} areFoldersClosed={areFoldersClosed} {...view} />
    </FolderLine>
  );
}
