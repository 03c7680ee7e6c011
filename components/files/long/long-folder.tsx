'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { photoHeight } from '@/components/files/photos/photo-grid';
import { photosLook } from '@/components/files/photos/photo-look';
import { ListFailure } from '@/components/list/list-failure';
import { LongRows } from '@/components/list/long-rows';
import { RowChunk } from '@/components/list/row-chunk';
import { Check } from '@/components/ui/check';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { folderInput } from '@/lib/contract/http/file-inputs';
import type { FileTotals } from '@/lib/domain/share-total';
import { FolderLine } from '../folder-line';
import { folderCall } from './file-calls';
import { FilePage, type LongViewProps } from './file-page';
import { isFolderChosen, isPartlyChosen, withFolder } from './long-selection';

const rowHeight = 48;
const looks = {
  list: { className: 'divide-y divide-line', fileHeight: rowHeight },
  // About three are side by side.
  photos: { className: photosLook, fileHeight: photoHeight },
  cards: { className: 'grid gap-4 p-4 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4', fileHeight: 80 },
};
const pageFiles = 100;

type LongFolderProps = LongViewProps & { path: string; depth: number };

export function LongFolder({ path, depth, ...view }: LongFolderProps) {
  const t = useTranslations('files');
  const { source, layout } = view;
  const { data, error, refetch } = useCall(folderCall(source), folderInput(source.id, path, source.visit));
  if (!data) {
    return error ? (
      <ListFailure error={error} onRetry={refetch} />
    ) : (
      <SkeletonRows rows={3} label={t('loading')} />
    );
  }
  const { folders, marks, files: count } = data;
  const { className, fileHeight } = looks[layout];
  return (
    <div className={layout === 'photos' ? undefined : 'divide-y divide-line'}>
      {folders.length > 0 && (
        <LongRows as="ul" rows={folders} rowHeight={rowHeight} className="divide-y divide-line">
          {({ name, ...total }) => (
            <SubfolderRow
              key={name}
              name={name}
              total={total}
              path={path && `${path}/`}
              depth={depth}
              {...view}
            />
          )}
        </LongRows>
      )}
      {marks
        .map((_, page) => page)
        .map((page) => {
          const height = Math.min(pageFiles, count - page * pageFiles) * fileHeight;
          return (
            <RowChunk key={page} as="ul" isFirst={page === 0} guess={height} className={className}>
              {() => <FilePage {...{ path, depth, marks, page, count, height }} {...view} />}
            </RowChunk>
          );
        })}
    </div>
  );
}

type SubfolderRowProps = LongViewProps & {
  name: string;
  total: FileTotals;
  /** The parent folder with a trailing "/", or "" at the top. */
  path: string;
  depth: number;
};

function SubfolderRow({ name, total, path: parent, depth, ...view }: SubfolderRowProps) {
  const path = parent + name;
  const [chosen, setIsOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? view.openPath === path;
  return (
    <FolderLine
      {...{ name, depth, total, isOpen }}
      onOpenChange={setIsOpen}
      box={view.choosing && <FolderBox {...view.choosing} path={path} total={total} label={name} />}
    >
      <LongFolder path={path} depth={depth + 1} {...view} />
    </FolderLine>
  );
}

type FolderBoxProps = NonNullable<LongViewProps['choosing']> & {
  path: string;
  total: FileTotals;
  label: string;
};

export function FolderBox({ choice, change, path, total, label }: FolderBoxProps) {
  const t = useTranslations('files');
  const isPartial = isPartlyChosen(choice, path);
  return (
    <Check
      label={t('choose', { name: label })}
      checked={!isPartial && isFolderChosen(choice, path)}
      isPartial={isPartial}
      onCheckedChange={(isOn) => change((now) => withFolder(now, path, total, isOn))}
    />
  );
}
