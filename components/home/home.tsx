import { clsx } from 'clsx';
import {
  ArrowRightIcon,
  BookOpenIcon,
  ExternalLinkIcon,
  FolderIcon,
  InboxIcon,
  UploadIcon,
} from 'lucide-react';
import type { LinkProps } from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { NoAddress } from '@/components/mail/no-address';
import { ShareTable } from '@/components/share/list/share-table';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { useBytes } from '@/lib/client/use-bytes';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import type { FirstStep } from '@/lib/domain/first-steps';
import { paths } from '@/lib/paths';
import { DropToShare } from './drop-to-share';
import { FirstSteps } from './first-steps';

type HomeProps = {
  login: string;
  recent: readonly ShareListItem[];
  total: { shares: number; size: number; aliases: number };
  nowMs: number;
  /** Deliveries may arrive, but no mail address is known to notify. */
  isUnreachable: boolean;
  /** Null for users who are no admin or have hidden the steps. */
  stepsLeft: readonly FirstStep[] | null;
  notice: ReactNode;
};

export function Home({ login, recent, total, nowMs, isUnreachable, stepsLeft, notice }: HomeProps) {
  const t = useTranslations('home');
  const sizeText = useBytes();
  const hasShares = recent.length > 0;
  return (
    <>
      <PageHeader title={t('hello', { login })} />
      {notice}
      {stepsLeft && <FirstSteps left={stepsLeft} />}
      {isUnreachable && !stepsLeft && <NoAddress />}
      <DropToShare />
      <div className="grid gap-4 sm:grid-cols-2">
        <Tile
          isFirst
          icon="share"
          href={paths.newShare}
          title={hasShares ? t('share') : t('first')}
          text={t('shareText')}
          textTouch={t('shareTextTouch')}
        />
        <Tile icon="receive" href={paths.newAlias} title={t('receive')} text={t('receiveText')} />
      </div>
      <div className="mt-4 grid gap-x-4 sm:grid-cols-3">
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
          text={t('aliasStock', { count: total.aliases })}
        />
        <ShortcutAnchor
          icon={<BookOpenIcon aria-hidden />}
          href={paths.documentation}
          title={t('documentation')}
          text={t('documentationText')}
        />
      </div>
      {hasShares && <RecentShares items={recent} nowMs={nowMs} />}
    </>
  );
}

function RecentShares({ items, nowMs }: { items: readonly ShareListItem[]; nowMs: number }) {
  const t = useTranslations('home');
  return (
    <section aria-labelledby="recent" className="mt-10">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 id="recent" className="text-sm font-medium">
          {t('recent')}
        </h2>
        <Link
          href={paths.shares}
          className="-mr-2 inline-flex min-h-9 items-center gap-1.5 rounded-control px-2 text-sm font-medium text-muted hover:text-ink pointer-coarse:min-h-11"
        >
          {t('all')}
          <ArrowRightIcon aria-hidden className="size-4" />
        </Link>
      </div>
      <ShareTable items={items} label={t('recent')} nowMs={nowMs} />
    </section>
  );
}

const icons = { share: UploadIcon, receive: InboxIcon } as const;

type TileProps<R> = {
  icon: keyof typeof icons;
  href: LinkProps<R>['href'];
  title: string;
  text: string;
  /** The text on touch screens, where nothing can be dropped. */
  textTouch?: string;
  /** Raised above the page. */
  isFirst?: boolean;
};

function Tile<R>({ icon, href, title, text, textTouch = text, isFirst = false }: TileProps<R>) {
  const Icon = icons[icon];
  return (
    <Link
      href={href}
      className={clsx(
        'flex flex-col gap-4 rounded-card border border-line p-6 transition-[border-color,scale] duration-100 hover:border-edge active:scale-[0.99] motion-reduce:active:scale-100 max-sm:flex-row sm:min-h-44 sm:justify-between',
        isFirst && 'bg-raised shadow-card',
      )}
    >
      <Icon
        aria-hidden
        className={clsx('size-6 shrink-0 max-sm:mt-0.5', isFirst ? 'text-ink' : 'text-faint')}
        strokeWidth={1.75}
      />
      <span>
        <span className="block text-xl font-semibold tracking-tight">{title}</span>
        <span className="mt-1 block text-sm text-muted text-pretty pointer-coarse:hidden">{text}</span>
        <span className="mt-1 hidden text-sm text-muted text-pretty pointer-coarse:block">{textTouch}</span>
      </span>
    </Link>
  );
}

type ShortcutContent = { icon: ReactNode; title: string; text: string };

const look =
  'flex min-h-14 min-w-0 items-center gap-3 rounded-control px-3 py-2 transition-colors duration-100 hover:bg-hover [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-faint';

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
        <span className="block truncate text-xs text-muted tabular-nums">{text}</span>
      </span>
    </>
  );
}
