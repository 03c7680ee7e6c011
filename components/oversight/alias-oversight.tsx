'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import { Status } from '@/components/ui/status-dot';
import { Cell, rowLook, rowsLook, tableLook } from '@/components/ui/table';
import { adminPaths } from '@/lib/admin-paths';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { useBytes } from '@/lib/client/content/use-bytes';
import { useListView } from '@/lib/client/use-list-view';
import { type OverseenAlias, oversight } from '@/lib/contract/admin/oversight';
import { OversightPage } from './oversight-page';
import { BlockLine, Column, OwnerLink } from './oversight-parts';
import { aliasOversightIn, overseenAliasStates, oversightInput, oversightSearch } from './oversight-view';

export function AliasOversight() {
  const t = useTranslations('oversight');
  const { view, debounced, setView, isTyping } = useListView(aliasOversightIn, oversightSearch);
  const { data, isPlaceholderData, ...rest } = useCallPages(oversight.aliases, oversightInput(debounced), {
    isLast: untilTotal(({ total }) => total),
  });
  const items = data?.pages.flatMap((page) => page.items);
  const isStale = isPlaceholderData || isTyping;
  const total = data?.pages.at(-1)?.total;
  return (
    <OversightPage
      kind="aliases"
      view={view}
      onView={(change) => setView((now) => ({ ...now, ...change }))}
      states={overseenAliasStates}
      search={{ ...rest, isStale, total, count: items?.length }}
    >
      <table aria-label={t('kinds.aliases')} aria-busy={isStale} className={tableLook}>
        <thead className="text-xs text-muted max-sm:sr-only">
          <tr>
            <Column isFirst>{t('column.alias')}</Column>
            <Column from="sm">{t('column.state')}</Column>
            <Column {...columns.size}>{t('column.size')}</Column>
            <Column {...columns.received}>{t('column.received')}</Column>
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
  received: { from: 'md', align: 'right' },
  created: { from: 'lg', align: 'right' },
} as const;

export const overseenAliasTones = { on: 'live', off: 'draft', blocked: 'ended' } as const;

export const stateOfAlias = ({ blocked, enabled }: OverseenAlias) =>
  blocked ? 'blocked' : enabled ? 'on' : 'off';

function OverseenRow({ item }: { item: OverseenAlias }) {
  const t = useTranslations('oversight');
  const format = useFormatter();
  const sizeText = useBytes();
  const { id, owner, name, created, shares, size, blocked } = item;
  const state = stateOfAlias(item);
  const status = <Status tone={overseenAliasTones[state]} label={t(`filter.${state}`)} />;
  return (
    <tr className={rowLook}>
      <td className="w-full max-w-0 py-2 pl-2">
        <Link
          href={adminPaths.overseenAlias(id)}
          title={name}
          className="block truncate text-sm font-medium underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <OwnerLink owner={owner} text="by" />
        <span className="mt-0.5 block text-xs text-muted sm:hidden">
          {status} · {sizeText(size)}
        </span>
        <BlockLine blocked={blocked} />
      </td>
      <Cell from="sm">{status}</Cell>
      <Cell {...columns.size}>{sizeText(size)}</Cell>
      <Cell {...columns.received}>{format.number(shares)}</Cell>
      <Cell {...columns.created}>{format.dateTime(created, { dateStyle: 'medium' })}</Cell>
    </tr>
  );
}
