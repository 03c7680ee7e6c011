'use client';

import { clsx } from 'clsx';
import type { Route } from 'next';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { accountViewSearch, parseAccountView } from '@/components/account/account-view';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { adminPaths } from '@/lib/admin-paths';
import { useCall } from '@/lib/client/call/use-call';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { overseenMaxTotal, oversight } from '@/lib/contract/admin/oversight';
import { paths } from '@/lib/paths';

type OverviewProps = {
  accounts: number;
  usedBytes: number;
  freeBytes: number | null;
  links: number;
  inboxes: number;
  version: string;
  newer: { version: string; url: string | null } | null;
  /** The checks that found something. */
  children: ReactNode;
};

/** The first page of admins: each figure leads to its own page. */
export function Overview({ version, newer, children, ...figures }: OverviewProps) {
  const t = useTranslations('admin.overview');
  const nav = useTranslations('nav');
  const home = useTranslations('home');
  return (
    <>
      <PageHeader title={nav('overview')} />
      <Figures {...figures} />
      {children}
      <p className="mt-8 text-sm text-muted">
        {t('version', { version })}
        {newer && (
          <>
            {' · '}
            <a
              href={newer.url ?? paths.doctor}
              {...(newer.url !== null && { target: '_blank', rel: 'noopener' })}
              className="text-ink underline underline-offset-4"
            >
              {home('update', { version: newer.version })}
            </a>
          </>
        )}
      </p>
    </>
  );
}

function Figures({
  accounts,
  usedBytes,
  freeBytes,
  links,
  inboxes,
}: Omit<OverviewProps, 'version' | 'newer' | 'children'>) {
  const t = useTranslations('admin.overview');
  const sizeText = useShortBytes();
  const countOf = useCount();
  const reports = useCall(oversight.reports, { query: { pageSize: 1 } }).data?.total ?? 0;
  const bySpace = accountViewSearch(parseAccountView({ sort: 'space', order: 'desc' }));
  return (
    <ul className="grid grid-cols-2 gap-px overflow-clip rounded-card bg-line ring-1 ring-line sm:grid-cols-6 lg:grid-cols-5 *:bg-raised">
      <Figure href={paths.accounts} label={t('accounts')} figure={countOf(accounts)} />
      <Figure
        href={`${paths.accounts}${bySpace}`}
        label={t('storage')}
        figure={sizeText(usedBytes)}
        more={freeBytes !== null && t('free', { size: sizeText(freeBytes) })}
      />
      <Figure
        href={`${paths.overseenShares}?state=live&sort=ends`}
        label={t('links')}
        figure={countOf(links)}
      />
      <Figure
        href={`${adminPaths.overseenAliases}?state=on`}
        label={t('inboxes')}
        figure={countOf(inboxes)}
      />
      <Figure href={paths.reports} label={t('reports')} figure={countOf(reports)} isWaiting={reports > 0} />
    </ul>
  );
}

type FigureProps = {
  href: string;
  label: string;
  figure: string;
  more?: string | false;
  isWaiting?: boolean;
};

function Figure({ href, label, figure, more, isWaiting = false }: FigureProps) {
  return (
    <li className="min-w-0 max-sm:last:col-span-2 sm:max-lg:col-span-2 sm:max-lg:nth-[n+4]:col-span-3">
      <Link
        href={href as Route}
        className="flex h-full min-h-24 flex-col gap-1 px-5 py-4 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="text-sm text-muted wrap-anywhere">{label}</span>{' '}
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span
            className={clsx(
              'text-2xl font-semibold tracking-tight tabular-nums',
              isWaiting && 'text-warn-text',
            )}
          >
            {figure}
          </span>{' '}
          {more && <span className="text-xs text-muted tabular-nums">{more}</span>}
        </span>
      </Link>
    </li>
  );
}

/** Lists count no further than this. */
function useCount(): (count: number) => string {
  const format = useFormatter();
  return (count) => `${format.number(count)}${count === overseenMaxTotal ? '+' : ''}`;
}
