import { clsx } from 'clsx';
import { DownloadIcon } from 'lucide-react';
import type { Route } from 'next';
import { useFormatter, useTranslations } from 'next-intl';
import { useDeliveryTitle } from '@/components/delivery/delivery-title';
import type { DoneMarks } from '@/components/delivery/done-marks';
import { show } from '@/components/list/list-page';
import { LongRows } from '@/components/list/long-rows';
import { ButtonAnchor } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Link } from '@/components/ui/link';
import { useAppConfig } from '@/lib/client/app-config';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { DeliveryItem } from '@/lib/contract/alias/deliveries';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { paths } from '@/lib/paths';
import { rowIdOf } from './use-open-delivery';

/** Estimated height of a row in pixels. */
const rowHeight = 72;

type DeliveryRowsProps = {
  items: readonly DeliveryItem[];
  /** Rows name theirs if there are several. */
  inboxes?: readonly { id: string; name: string }[];
  marks: DoneMarks;
  isStale?: boolean;
  openId?: string;
  /** Returns the query of a delivery's URL. */
  searchOf: (id: string) => string;
  /** The list's own page opens deliveries without a navigation. */
  opensHere?: boolean;
};

export function DeliveryRows({ items, isStale = false, ...row }: DeliveryRowsProps) {
  const t = useTranslations('deliveries');
  return (
    <section
      aria-label={t('list')}
      aria-busy={isStale}
      className="border-y border-line aria-busy:border-accent"
    >
      <LongRows as="ul" rows={items} rowHeight={rowHeight} className="divide-y divide-line [&+ul]:border-t">
        {(item) => <DeliveryRow key={item.id} item={item} {...row} />}
      </LongRows>
    </section>
  );
}

type DeliveryRowProps = Omit<DeliveryRowsProps, 'items' | 'isStale'> & { item: DeliveryItem };

function DeliveryRow({ item, inboxes = [], marks, openId, searchOf, opensHere }: DeliveryRowProps) {
  const t = useTranslations('deliveries');
  const list = useTranslations('share.list');
  const format = useFormatter();
  const sizeText = useShortBytes();
  const { id, title, number, created, files, size, incomplete, checking, quarantined } = item;
  const name = useDeliveryTitle()(item);
  const isDone = marks.isDone(item);
  const inbox = inboxes.length > 1 && inboxes.find((one) => one.id === item.alias)?.name;
  const numbered = number > 0 && t('numbered', { number: String(number) });
  const about = [title, numbered, inbox].filter((fact) => fact && fact !== name);
  const amount = [
    format.dateTime(created, { dateStyle: 'medium' }),
    list('fileCount', { count: files }),
    sizeText(size),
  ];
  const isOpen = id === openId;
  const search = searchOf(id);
  return (
    <li
      className={clsx(
        'group relative flex items-center gap-1 transition-colors duration-100 hover:bg-hover',
        'has-[[data-row-act]:focus-visible]:outline-2 has-[[data-row-act]:focus-visible]:-outline-offset-2 has-[[data-row-act]:focus-visible]:outline-accent',
        isOpen &&
          'bg-sunken before:absolute before:inset-y-0 before:left-0 before:border-l-2 before:border-ink',
      )}
    >
      <span className="relative z-1">
        <Check
          label={t('tick', { name })}
          checked={isDone}
          onCheckedChange={(value) => marks.set(id, value)}
        />
      </span>
      <Link
        id={rowIdOf(id)}
        href={`${paths.received}${search}` as Route}
        data-row-act
        aria-current={isOpen || undefined}
        onClick={(event) => opensHere && show(event, search)}
        className="block min-w-0 flex-1 scroll-mt-20 py-2.5 pr-2 text-xs text-muted tabular-nums after:absolute after:inset-0 focus-visible:outline-none"
      >
        <span className="flex items-center gap-2">
          <span className={clsx('truncate text-sm font-medium', !isDone && 'text-ink')}>{name}</span>
          {item.unread && !isDone && <span className="shrink-0 font-medium text-accent">{t('new')}</span>}
          {item.isLate && <span className="shrink-0">{t('isLate')}</span>}
        </span>
        <span className="mt-0.5 block truncate">{about.join(' · ')}</span>
        <span className="mt-0.5 block truncate">
          {[
            ...amount,
            incomplete > 0 && t('missing', { count: incomplete }),
            checking > 0 && t('checking', { count: checking }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {quarantined > 0 && (
          <span className="mt-0.5 block truncate text-warn-text">
            {t('quarantined', { count: quarantined })}
          </span>
        )}
      </Link>
      <SaveDelivery item={item} name={name} onSave={() => marks.set(id, true)} />
    </li>
  );
}

type SaveDeliveryProps = { item: DeliveryItem; name: string; onSave: () => void };

/** Visible on hover and focus, and always on touch screens. Stacked above the row's own link. */
function SaveDelivery({
  item: { id, files, size, incomplete, checking, quarantined },
  name,
  onSave,
}: SaveDeliveryProps) {
  const t = useTranslations('deliveries');
  const { zipMaxSize } = useAppConfig();
  if (files <= incomplete + quarantined || checking > 0 || size > zipMaxSize) return null;
  const label = t('save', { name });
  return (
    <span className="relative z-1 opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100">
      <ButtonAnchor
        tone="ghost"
        size="icon"
        href={fillPath(bytePaths.ownZip, { id })}
        download
        aria-label={label}
        title={label}
        onClick={onSave}
      >
        <DownloadIcon aria-hidden />
      </ButtonAnchor>
    </span>
  );
}
