import { clsx } from 'clsx';
import { useFormatter, useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import { type CellLayout, cellLook } from '@/components/ui/table';
import type { OverseenShare } from '@/lib/contract/admin/oversight';
import { paths } from '@/lib/paths';

export const Column = ({ children, ...place }: CellLayout & { children: string }) => (
  <th scope="col" className={clsx(cellLook(place), 'py-2 font-normal whitespace-nowrap')}>
    {children}
  </th>
);

type OwnerLinkProps = { owner: OverseenShare['owner']; text: 'by' | 'through'; alias?: string };

/** A delivery names its inbox first, because the owner of that didn't make it. */
export function OwnerLink({ owner, text, alias = '' }: OwnerLinkProps) {
  const t = useTranslations('oversight');
  return (
    <span className="mt-0.5 block truncate text-xs text-muted">
      {t.rich(text, {
        alias,
        owner: () => (
          <Link href={paths.account(owner.id)} className="underline-offset-4 hover:text-ink hover:underline">
            {owner.login}
          </Link>
        ),
      })}
    </span>
  );
}

export function BlockLine({ blocked }: { blocked: OverseenShare['blocked'] }) {
  const t = useTranslations('oversight');
  const format = useFormatter();
  if (!blocked) return null;
  const { by, at, reason } = blocked;
  return (
    <span className="mt-0.5 block text-xs text-warn-text wrap-anywhere">
      {t('blockedBy', { by, date: format.dateTime(at, { dateStyle: 'medium' }), reason })}
    </span>
  );
}
