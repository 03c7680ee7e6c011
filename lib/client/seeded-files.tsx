import type { ReactNode } from 'react';
import type { Answer } from '@/lib/contract/http/endpoint';
import { filesInput, folderInput } from '@/lib/contract/http/file-inputs';
import type { open } from '@/lib/contract/open';
import type { share } from '@/lib/contract/share/share';
import { Seeded } from './seeded';

type SeededFilesProps = {
  calls: Pick<typeof share | typeof open, 'folder' | 'files'>;
  id: string;
  /** First part of a long list; null where the detail has all files. */
  start: { folder: Answer<typeof share.folder>; files: Answer<typeof share.files> } | null;
  children: ReactNode;
};

export function SeededFiles({ calls, id, start, children }: SeededFilesProps) {
  if (!start) return children;
  const { folder, files } = start;
  return (
    <Seeded call={calls.folder} input={folderInput(id, '')} answer={folder}>
      <Seeded call={calls.files} input={filesInput(id, '', folder.marks, 0)} answer={files}>
        {children}
      </Seeded>
    </Seeded>
  );
}
