'use client';

import { LockIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Select } from '@/components/ui/form/select';
import { Link } from '@/components/ui/link';
import { Status } from '@/components/ui/status-dot';
import { Cell, rowLook, rowsLook, tableLook } from '@/components/ui/table';
import { adminPaths } from '@/lib/admin-paths';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { useBytes } from '@/lib/client/content/use-bytes';
import { useListView } from '@/lib/client/use-list-view';
import { type OverseenShare, overseenSorts, overseenStates, oversight } from '@/lib/contract/admin/oversight';
import { shortId } from '@/lib/domain/ident';
import { OversightPage } from './oversight-page';
import { BlockLine, Column, OwnerLink } from './oversight-parts';
import { oversightInput, oversightSearch, shareOversightIn } from './oversight-view';

export function ShareOversight() {
  const t = useTranslations('oversight');
  const { view, debounced, setView, isTyping } = useListView(shareOversightIn, oversightSearch);
  const { data, isPlaceholderData, ...rest } = useCallPages(oversight.shares, oversightInput(debounced), {
    isLast: untilTotal(({ total }) => total),
  });
  const items = data?.pages.flatMap((page) => page.items);
  const isStale = isPlaceholderData || isTyping;
  const total = data?.pages.at(-1)?.total;
  return (
    <OversightPage
      kind="shares"
      view={view}
      onView={(change) => setView((now) => ({ ...now, ...change }))}
      states={overseenStates}
      search={{ ...rest, isStale, total, count: items?.length }}
      order={
        <Select
          label={t('sort.label')}
          value={view.sort || 'created'}
          onValueChange={(sort) => setView((now) => ({ ...now, sort: sort === 'created' ? '' : sort }))}
          options={overseenSorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
        />
      }
    >
      <table aria-label={t('title')} aria-busy={isStale} className={tableLook}>
        <thead className="text-xs text-muted max-sm:sr-only">
          <tr>
            <Column isFirst>{t('column.share')}</Column>
            <Column from="sm">{t('column.state')}</Column>
            <Column {...columns.size}>{t('column.size')}</Column>
            <Column {...columns.files}>{t('column.files')}</Column>
            <Column {...columns.opened}>{t('column.opened')}</Column>
            <Column {...columns.ends}>{t('column.ends')}</Column>
            <Column {...columns.created}>{t('column.created')}</Column>
          </tr>
        </thead>
        <tbody className={rowsLook}>
          {items?.map((item) => (
            <OverseenRow key={item.id} item={item} />
          ))}
        </tbody>
      </table>
    </OversightPage>
  );
}

const columns = {
  size: { from: 'md', align: 'right' },
  files: { from: 'lg', align: 'right' },
  opened: { from: 'md', align: 'right' },
  ends: { from: 'lg', align: 'right' },
  created: { from: 'lg', align: 'right' },
} as const;

export const overseenTones = { live: 'live', ended: 'ended', private: 'draft', blocked: 'ended' } as const;

function OverseenRow({ item }: { item: OverseenShare }) {
  const t = useTranslations('oversight');
  const format = useFormatter();
  const sizeText = useBytes();
  const { id, owner, title, locked, size, files, opened, ends, created, state, alias, blocked } = item;
  const date = (at: number | null) => (at === null ? '–' : format.dateTime(at, { dateStyle: 'medium' }));
  const name = title ?? shortId(id);
  const status = <Status tone={overseenTones[state]} label={t(`filter.${state}`)} />;
  return (
    <tr className={rowLook}>
      <td className="w-full max-w-0 py-2 pl-2">
        <span className="flex items-center gap-2">
          <Link
            href={adminPaths.overseenShare(id)}
            title={name}
            className={`truncate text-sm font-medium underline-offset-4 hover:underline ${title === null ? 'font-mono' : ''}`}
          >
            {name}
          </Link>
          {locked && (
            <LockIcon role="img" aria-label={t('locked')} className="size-3.5 shrink-0 text-faint" />
          )}
        </span>
        <OwnerLink owner={owner} text={alias === null ? 'by' : 'through'} alias={alias ?? ''} />
        <span className="mt-0.5 block text-xs text-muted sm:hidden">
          {status} · {sizeText(size)}
        </span>
        <BlockLine blocked={blocked} />
      </td>
      <Cell from="sm">{status}</Cell>
      <Cell {...columns.size}>{sizeText(size)}</Cell>
      <Cell {...columns.files}>{format.number(files)}</Cell>
      <Cell {...columns.opened}>{format.number(opened)}</Cell>
      <Cell {...columns.ends}>{date(ends)}</Cell>
      <Cell {...columns.created}>{date(created)}</Cell>
    </tr>
  );
}
