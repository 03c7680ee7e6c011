import { InboxIcon, LockIcon, LockKeyholeIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Dotted } from '@/components/ui/dotted';
import { Link } from '@/components/ui/link';
import { CheckCell, Row, RowLink, rowActCell } from '@/components/ui/row';
import { Status } from '@/components/ui/status-dot';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { useListTitle } from '@/lib/client/use-list-title';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { shortId } from '@/lib/domain/ident';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';
import type { ShareChoice } from './chosen-shares';
import { CopyShareLink } from './copy-share-link';
import { LatestArrival } from './latest-arrival';
import { shareState, stateTones, useLifeText } from './share-state';

type ShareRowProps = {
  item: ShareListItem;
  now: number;
  choice?: ShareChoice;
};

export function ShareRow({ item, now, choice }: ShareRowProps) {
  const t = useTranslations('share.list');
  const seal = useTranslations('sealed');
  const format = useFormatter();
  const title = useListTitle()(item);
  const id = shortId(item.id);
  const sizeText = useShortBytes();
  const downloads = item.downloads > 0 ? t('downloads', { count: item.downloads }) : '';
  const { life, viewed } = useLifeText()(item, now);
  const seen = joined([viewed, downloads]);
  const state = shareState(item);
  const news = item.found ? null : item.latest;
  const status = <Status tone={stateTones[state]} label={t(`state.${state}`)} />;
  const date = format.dateTime(item.created, { dateStyle: 'medium' });
  return (
    <Row className={`group h-16 ${choice?.isChosen(item.id) ? 'bg-hover' : ''}`}>
      {choice && <SelectCell item={item} choice={choice} />}
      <td className={`w-full max-w-0 py-2 pl-2 ${rowActCell}`}>
        <span className="flex items-center gap-2">
          <RowLink href={paths.share(item.id)}>{title}</RowLink>
          {item.name === null && title !== id && (
            <span className="shrink-0 font-mono text-xs text-muted">{id}</span>
          )}
          {item.unread && <span className="shrink-0 text-xs font-medium text-accent">{t('unread')}</span>}
          {item.e2ee && (
            <LockKeyholeIcon role="img" aria-label={seal('chip')} className="size-3.5 shrink-0 text-live" />
          )}
          {item.password && (
            <LockIcon role="img" aria-label={t('locked')} className="size-3.5 shrink-0 text-faint" />
          )}
        </span>
        <Facts of={[t('fileCount', { count: item.files }), sizeText(item.size)]} hasNews={news !== null}>
          <SearchMatch item={item} />
          {news && <News {...{ item, now }} latest={news} />}
          {item.aliasInfo && (
            <span className="flex min-w-0 items-center gap-1.5 lg:hidden">
              <InboxIcon aria-hidden className="size-3.5 shrink-0 text-faint" />
              <AliasLink item={item} />
            </span>
          )}
        </Facts>
        <span className="mt-0.5 block text-xs text-muted tabular-nums sm:hidden">
          <Life {...{ item, life, seen, status }} />
        </span>
      </td>
      <td className="hidden max-w-36 pl-6 text-sm text-muted lg:table-cell">
        {item.aliasInfo ? <AliasLink item={item} /> : '-'}
      </td>
      <NumberCell>
        <Activity item={item} text={viewsOf(item, format.number)} />
      </NumberCell>
      <td className="hidden pl-6 text-sm whitespace-nowrap sm:table-cell">
        {status}
        <span className="mt-0.5 block text-xs text-muted tabular-nums lg:hidden">
          <Life {...{ item, life, seen }} />
        </span>
        <span className="mt-0.5 hidden text-xs text-muted tabular-nums lg:block">
          <Life {...{ item, life }} seen={downloads} />
        </span>
      </td>
      <NumberCell>{format.number(item.files)}</NumberCell>
      <NumberCell>{sizeText(item.size)}</NumberCell>
      <td
        className="hidden pr-2 pl-6 text-right text-sm whitespace-nowrap text-muted tabular-nums lg:table-cell"
        title={format.dateTime(item.created, dateTimeFormat('full'))}
      >
        {date}
      </td>
      <td className="w-11 py-1 pl-1">
        {/* Visible on hover and focus, and always on touch screens. Stacked above the row's own link. */}
        <span className="relative z-1 block opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100">
          <CopyShareLink item={item} />
        </span>
      </td>
    </Row>
  );
}

const joined = (texts: readonly string[]) => texts.filter(Boolean).join(' · ');

const viewsOf = ({ viewsLimited, views, maxViews }: ShareListItem, text: (count: number) => string) =>
  viewsLimited ? `${text(views)} / ${text(maxViews)}` : text(views);

const NumberCell = ({ children }: { children: ReactNode }) => (
  <td className="hidden pl-6 text-right text-sm whitespace-nowrap text-muted tabular-nums lg:table-cell">
    {children}
  </td>
);

type LifeProps = { item: ShareListItem; life: string; seen: string; status?: ReactNode };

const Life = ({ item, life, seen, status }: LifeProps) => (
  <Dotted>
    {status}
    {life || null}
    {seen ? <Activity item={item} text={seen} /> : null}
  </Dotted>
);

type ActivityProps = { item: ShareListItem; text: string };

/** Leads to who opened and downloaded a share. Stacked above the row's own link. */
function Activity({ item, text }: ActivityProps) {
  const t = useTranslations('share.detail.tabs');
  if (item.published === null) return text;
  return (
    <Link
      href={paths.activity(item.id)}
      title={t('activity')}
      className="relative z-1 underline-offset-4 hover:text-ink hover:underline"
    >
      {text}
    </Link>
  );
}

type FactsProps = { of: readonly string[]; hasNews: boolean; children?: ReactNode };

/** On phones there is room for the news alone. */
const Facts = ({ of, hasNews, children }: FactsProps) => (
  <span className="mt-0.5 flex items-center gap-x-3 text-xs whitespace-nowrap lg:mt-0 text-muted tabular-nums">
    <span className={`lg:hidden ${hasNews ? 'max-sm:hidden' : ''}`}>{joined(of)}</span>
    {children}
  </span>
);

type NewsProps = { item: ShareListItem; latest: NonNullable<ShareListItem['latest']>; now: number };

/** Stacked above the row's own link. */
const News = ({ item, latest, now }: NewsProps) => (
  <Link
    href={paths.activity(item.id)}
    title={latest.address ?? undefined}
    className="relative z-1 -mb-2 flex min-h-6 max-sm:mb-1 min-w-0 items-start underline-offset-4 *:min-w-0 hover:text-ink hover:underline"
  >
    <LatestArrival {...{ latest, now }} />
  </Link>
);

function SearchMatch({ item: { found } }: { item: ShareListItem }) {
  const t = useTranslations('share.list');
  if (!found || found.in === 'alias') return null;
  const text = t('foundIn', { in: found.in, text: found.text });
  return (
    <span className="truncate" title={text}>
      {text}
    </span>
  );
}

/** Stacked above the row's own link. */
function AliasLink({ item: { aliasInfo } }: { item: ShareListItem }) {
  return (
    aliasInfo && (
      <Link
        href={paths.alias(aliasInfo.id)}
        title={aliasInfo.name}
        className="relative z-1 block truncate py-0.5 underline-offset-4 hover:text-ink hover:underline"
      >
        {aliasInfo.name}
      </Link>
    )
  );
}

function SelectCell({ item, choice }: { item: ShareListItem; choice: ShareChoice }) {
  const t = useTranslations('files');
  const titleOf = useListTitle();
  return (
    <CheckCell
      label={t('choose', { name: titleOf(item) })}
      checked={choice.isChosen(item.id)}
      onCheckedChange={(isOn) => choice.choose([item.id], isOn)}
    />
  );
}
