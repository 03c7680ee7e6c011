'use client';

import { useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { FileCards } from '../file-cards';
import { FileList } from '../file-list';
import type { FilesSectionProps } from '../file-view';
import { OpenFile, useFileViewer } from '../open-file';
import { PhotoGrid } from '../photos/photo-grid';
import type { FileSource } from '../zip/file-links';
import { filesCall } from './file-calls';
import type { LongViewProps } from './file-page';

const foundInput = ({ id, visit }: FileSource, q: string) => ({
  params: { id },
  query: { path: '', q, ...(visit && { visit }) },
});

const views = { list: FileList, cards: FileCards, photos: PhotoGrid };

type FoundFilesProps = Pick<LongViewProps, 'source' | 'actions' | 'layout'> &
  Pick<FilesSectionProps, 'viewerActions'> & { query: string };

/** Of all folders, in place of the folders. */
export function FoundFiles({ query, source, layout, actions, viewerActions }: FoundFilesProps) {
  const t = useTranslations('files');
  const list = useTranslations('list');
  const { data, error, refetch } = useCall(filesCall(source), foundInput(source, query));
  const items = data?.items ?? [];
  const viewer = useFileViewer(items, { startOpen: false, isGrid: layout === 'photos', coverId: null });
  if (!data)
    return error ? (
      <ListFailure error={error} onRetry={refetch} />
    ) : (
      <SkeletonRows rows={3} label={t('loading')} />
    );
  const View = views[layout];
  return (
    <>
      <p role="status" className={items.length > 0 ? 'sr-only' : 'py-6 text-sm text-muted wrap-anywhere'}>
        {items.length > 0 ? list('found', { count: items.length }) : t('search.none', { q: query })}
      </p>
      {items.length > 0 && (
        <View files={items} selection={null} all={[]} onShow={viewer.show} {...{ source, actions }} />
      )}
      {data.next !== null && (
        <p className="py-4 text-sm text-muted">{t('search.first', { count: items.length })}</p>
      )}
      <OpenFile {...{ viewer, source }} actions={viewerActions} />
    </>
  );
}
