import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { Banner } from '@/components/ui/dialog/banner';
import { Link } from '@/components/ui/link';
import type { OverseenShare } from '@/lib/contract/admin/oversight';
import { paths } from '@/lib/paths';
import { BlockLine } from './oversight-parts';

type OverseenPageProps = {
  id: string;
  title: ReactNode;
  owner: ReactNode;
  list: { href: Route; label: string };
  facts: readonly (readonly [name: string, value: ReactNode])[];
  blocked: OverseenShare['blocked'];
  /** Words on what isn’t shown. */
  unseen: string;
  actions: ReactNode;
};

/** All that admins may see of a share or an inbox, and then what they can do about it. */
export function OverseenPage({ id, title, owner, list, facts, blocked, unseen, actions }: OverseenPageProps) {
  const t = useTranslations('oversight');
  const words = useTranslations('audit');
  return (
    <div className="max-w-xl">
      <BackLink href={list.href}>{list.label}</BackLink>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
      <div className="mb-6 *:text-sm">{owner}</div>
      {blocked && (
        <div className="mb-6">
          <Banner tone="error">
            <BlockLine blocked={blocked} />
          </Banner>
        </div>
      )}
      <dl className="divide-y divide-line border-y border-line text-sm">
        {[...facts, [words('detail.objectId'), <code key="id">{id}</code>] as const].map(([name, value]) => (
          <div key={name} className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-4 py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted text-pretty">
        {unseen}{' '}
        <Link
          href={`${paths.audit}?${new URLSearchParams({ q: id })}` as Route}
          className="underline underline-offset-4 hover:text-ink"
        >
          {t('traces')}
        </Link>
      </p>
      <div className="mt-6">{actions}</div>
    </div>
  );
}
