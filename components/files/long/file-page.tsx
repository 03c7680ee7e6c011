'use client';

import { FileCard } from '@/components/files/file-cards';
import { PhotoTile } from '@/components/files/photos/photo-grid';
import { ListFailure } from '@/components/list/list-failure';
import { RowGap } from '@/components/list/row-chunk';
import { useCall } from '@/lib/client/call/use-call';
import { filesInput } from '@/lib/contract/http/file-inputs';
import type { ShareFile } from '@/lib/contract/share/file';
import { FileRow } from '../file-row';
import type { FilesSectionProps } from '../file-view';
import type { FilesLayout } from '../files-header';
import { filesCall } from './file-calls';
import { isFileChosen, type LongSelectionState } from './long-selection';
import type { FolderPage } from './use-long-viewer';

export type LongViewProps = Pick<FilesSectionProps, 'source' | 'actions'> & {
  layout: FilesLayout | 'photos';
  /** A folder that is open at first. */
  openPath: string | null;
  choosing: LongSelectionState | null;
  onShow: (file: ShareFile, folderPage: FolderPage) => void;
};

type FilePageProps = LongViewProps & {
  path: string;
  depth: number;
  marks: readonly string[];
  page: number;
  count: number;
  /** Estimated pixels of the page until it has loaded. */
  height: number;
};

export function FilePage({ path, depth, marks, page, count, height, ...view }: FilePageProps) {
  const { source, layout, choosing, onShow, actions } = view;
  const { data, error, refetch } = useCall(
    filesCall(source),
    filesInput(source.id, path, marks, page, source.visit),
  );
  if (!data && error) {
    return (
      <li style={{ minHeight: height }}>
        <ListFailure error={error} onRetry={refetch} />
      </li>
    );
  }
  if (!data) return <RowGap in="ul" height={height} />;

  const { items } = data;
  const selection = choosing && {
    chosen: new Set(items.filter((file) => isFileChosen(choosing.choice, file)).map(({ id }) => id)),
    choose: (ids: readonly string[], isOn: boolean, isRange = false) => {
      for (const file of items.filter(({ id }) => ids.includes(id)))
        choosing.chooseFile(file, { path, marks, page, items }, { isOn, isRange });
    },
  };
  const File = { list: FileRow, cards: FileCard, photos: PhotoTile }[layout];
  return items.map((file) => (
    <File
      key={file.id}
      file={file}
      depth={depth}
      source={source}
      selection={selection}
      onShow={(shown) => onShow(shown, { path, page, items, count })}
      actions={actions}
    />
  ));
}
