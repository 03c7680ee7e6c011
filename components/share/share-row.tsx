import { LockIcon } from 'lucide-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status-dot';
import type { ShareListItem } from '@/lib/contract/share';
import { shortId } from '@/lib/domain/ident';
import { formatBytes } from '@/lib/domain/units';
import { paths } from '@/lib/paths';
import { stateOf, toneOf } from './share-state';

/** The link covers the whole row; the other cells are what one wants to know before opening it. */
export function ShareRow({ item }: { item: ShareListItem }) {
  const t = useTranslations('share.list');
  const format = useFormatter();
  const state = stateOf(item);

  return (
    <tr className="relative h-14 transition-colors duration-100 hover:bg-hover">
      <td className="max-w-0 px-2">
        <Link
          href={paths.share(item.id)}
          className="flex items-center gap-2 truncate font-medium outline-none after:absolute after:inset-0 after:outline-2 after:-outline-offset-2 after:outline-transparent focus-visible:after:outline-accent"
        >
          {item.name ? (
            <span className="truncate">{item.name}</span>
          ) : (
            <span className="font-mono text-sm text-muted">{shortId(item.id)}</span>
          )}
          {item.password && <LockIcon aria-label={t('locked')} className="size-3.5 shrink-0 text-faint" />}
        </Link>
      </td>
      <td className="w-32 px-2 text-sm text-muted">
        <Status tone={toneOf[state]} label={t(`state.${state}`)} />
      </td>
      <td className="hidden w-20 px-2 text-right text-sm text-muted tabular-nums lg:table-cell">
        {item.files}
      </td>
      <td className="hidden w-28 px-2 text-right text-sm text-muted tabular-nums sm:table-cell">
        {formatBytes(item.size)}
      </td>
      <td className="hidden w-36 px-2 text-right text-sm text-muted tabular-nums sm:table-cell">
        <time dateTime={new Date(item.created).toISOString()}>
          {format.dateTime(item.created, { dateStyle: 'medium' })}
        </time>
      </td>
    </tr>
  );
}
