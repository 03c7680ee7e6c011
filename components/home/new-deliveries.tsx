import { ArrowRightIcon, InboxIcon } from 'lucide-react';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { useDeliveryTitle } from '@/components/delivery/delivery-title';
import { Link } from '@/components/ui/link';
import type { DeliveryItem } from '@/lib/contract/alias/deliveries';
import { listViewSearch } from '@/lib/domain/list-view';
import { paths } from '@/lib/paths';

type NewDeliveriesProps = { items: readonly DeliveryItem[]; count: number };

export function NewDeliveries({ items, count }: NewDeliveriesProps) {
  const t = useTranslations('home');
  const nav = useTranslations('nav');
  const titleOf = useDeliveryTitle();
  const to = (at: string) => `${paths.received}${listViewSearch({ q: '', at })}` as Route;
  return (
    <section
      aria-labelledby="new-deliveries"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-raised py-2 pr-2 pl-5 text-sm shadow-card ring-1 ring-line"
    >
      <h2 id="new-deliveries" className="flex items-center gap-2.5 font-medium tabular-nums">
        <InboxIcon aria-hidden className="size-4 shrink-0 text-accent" />
        {t('new', { count })}
      </h2>
      <ul className="flex min-w-0 flex-1 basis-60 flex-wrap gap-x-4 text-muted">
        {items.map((item) => (
          <li key={item.id} className="min-w-0">
            <Link
              href={to(item.id)}
              className="block max-w-60 truncate py-1.5 underline-offset-4 hover:text-ink hover:underline pointer-coarse:py-3"
            >
              {titleOf(item)}
            </Link>
          </li>
        ))}
      </ul>
      <Link
        href={paths.received}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-control px-2 font-medium text-muted hover:text-ink pointer-coarse:min-h-11"
      >
        {nav('received')}
        <ArrowRightIcon aria-hidden className="size-4" />
      </Link>
    </section>
  );
}
