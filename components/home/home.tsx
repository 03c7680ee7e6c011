import { ArrowRightIcon } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { ShareTable } from '@/components/share/share-table';
import { PageHeader } from '@/components/ui/page-header';
import type { ShareListItem } from '@/lib/contract/share';
import { formatBytes } from '@/lib/domain/units';
import { paths } from '@/lib/paths';
import { Tile } from './tile';

type HomeProps = {
  login: string;
  recent: readonly ShareListItem[];
  total: { shares: number; size: number };
};

export function Home({ login, recent, total }: HomeProps) {
  const t = useTranslations('home');
  const hasShares = recent.length > 0;
  const stock = t('stock', { count: total.shares, size: formatBytes(total.size) });
  return (
    <>
      <PageHeader title={t('hello', { login })} />
      <div className="grid gap-4 sm:grid-cols-3">
        <div className="grid sm:col-span-2">
          <Tile
            isFirst
            icon="share"
            href={paths.newShare}
            title={hasShares ? t('share') : t('first')}
            text={t('shareText')}
          />
        </div>
        <Tile icon="shares" href={paths.shares} title={t('shares')} text={stock} />
      </div>
      {hasShares && (
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
          <ShareTable items={recent} label={t('recent')} />
        </section>
      )}
    </>
  );
}
