'use client';

import { clsx } from 'clsx';
import { BookOpenIcon, DownloadIcon, ExternalLinkIcon, FolderIcon, InboxIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import type { LinkProps } from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { newQuery, recentQuery, stockQuery } from '@/components/list/list-queries';
import { NoAddress } from '@/components/mail/no-address';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { useCall } from '@/lib/client/call/use-call';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { share } from '@/lib/contract/share/share';
import type { FirstStep } from '@/lib/domain/first-steps';
import { paths } from '@/lib/paths';
import { ChooseCard } from './choose-card';
import { FirstSteps } from './first-steps';
import { RecentLinks } from './recent-links';

const NewDeliveries = dynamic(() => import('./new-deliveries').then((part) => part.NewDeliveries), {
  loading: () => null,
});

type HomeProps = {
  login: string;
  aliases: number;
  nowMs: number;
  /** Deliveries may arrive, but no mail address is known to notify. */
  isUnreachable: boolean;
  /** Null for users who are no admin or have hidden the steps. */
  stepsLeft: readonly FirstStep[] | null;
  notice: ReactNode;
  /** In place of the steps, as long as most of them are left. */
  firstHour?: ReactNode;
};

export function Home({ login, aliases, nowMs, isUnreachable, stepsLeft, notice, firstHour }: HomeProps) {
  const t = useTranslations('home');
  const sizeText = useShortBytes();
  const { items = [] } = useCall(share.search, recentQuery).data ?? {};
  const { total = { shares: 0, size: 0 } } = useCall(share.search, stockQuery).data ?? {};
  const arrived = useCall(deliveries.search, newQuery).data;
  const hasShares = items.length > 0;
  const receive = { href: paths.newAlias, title: t('receive'), text: t('receiveText') };
  return (
    <>
      <PageHeader title={t('hello', { login })} />
      {notice}
      {firstHour ?? (stepsLeft && <FirstSteps left={stepsLeft} />)}
      {isUnreachable && !stepsLeft && <NoAddress />}
      {arrived && arrived.total.deliveries > 0 && (
        <NewDeliveries items={arrived.items} count={arrived.total.deliveries} />
      )}
      <div
        className={clsx(
          'grid gap-x-10 gap-y-6 *:min-w-0',
          hasShares ? 'md:grid-cols-2' : 'gap-x-4 sm:grid-cols-2',
        )}
      >
        <ChooseCard title={hasShares ? t('share') : t('first')} />
        {hasShares ? <RecentLinks items={items} nowMs={nowMs} /> : <Tile {...receive} />}
      </div>
      <div
        className={clsx(
          'mt-6 grid gap-x-4 *:min-w-0 sm:grid-cols-2',
          hasShares ? 'lg:grid-cols-4' : 'lg:grid-cols-3',
        )}
      >
        {hasShares && <Shortcut icon={<DownloadIcon aria-hidden />} {...receive} />}
        <Shortcut
          icon={<FolderIcon aria-hidden />}
          href={paths.shares}
          title={t('shares')}
          text={t('stock', { count: total.shares, size: sizeText(total.size) })}
        />
        <Shortcut
          icon={<InboxIcon aria-hidden />}
          href={paths.aliases}
          title={t('aliases')}
          text={t('aliasStock', { count: aliases })}
        />
        <ShortcutAnchor
          icon={<BookOpenIcon aria-hidden />}
          href={paths.documentation}
          title={t('documentation')}
          text={t('documentationText')}
        />
      </div>
    </>
  );
}

type TileProps<R> = { href: LinkProps<R>['href']; title: string; text: string };

function Tile<R>({ href, title, text }: TileProps<R>) {
  return (
    <Link
      href={href}
      className="flex flex-col gap-4 rounded-card border border-line p-6 transition-[border-color,scale] duration-100 hover:border-edge active:scale-[0.99] motion-reduce:active:scale-100 sm:items-center sm:justify-center sm:text-center"
    >
      <InboxIcon aria-hidden className="size-6 shrink-0 text-faint" strokeWidth={1.75} />
      <span>
        <span className="block text-xl font-semibold tracking-tight">{title}</span>
        <span className="mt-1 block text-sm text-muted text-pretty">{text}</span>
      </span>
    </Link>
  );
}

type ShortcutContent = { icon: ReactNode; title: string; text: string };

const look =
  'flex min-h-14 min-w-0 items-start gap-3 rounded-control px-3 py-2 transition-colors duration-100 hover:bg-hover [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-faint';

function Shortcut<R>({ href, ...words }: ShortcutContent & { href: LinkProps<R>['href'] }) {
  return (
    <Link href={href} className={look}>
      <Content {...words} />
    </Link>
  );
}

function ShortcutAnchor({ href, ...words }: ShortcutContent & { href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className={look}>
      <Content {...words} />
      <span className="ml-auto [&_svg]:size-4">
        <ExternalLinkIcon aria-hidden />
      </span>
    </a>
  );
}

function Content({ icon, title, text }: ShortcutContent) {
  return (
    <>
      {icon}
      <span className="min-w-0">
        <span className="block text-sm font-medium">{title}</span>
        <span className="block text-xs text-muted text-pretty tabular-nums">{text}</span>
      </span>
    </>
  );
}
