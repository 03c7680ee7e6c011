import { FilesIcon, UploadIcon } from 'lucide-react';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { HomeTile } from '@/components/home/home-tile';
import { ShareTable } from '@/components/share/share-table';
import { formatBytes } from '@/lib/domain/units';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { searchShares } from '@/lib/server/services/share/search';

const recent = { q: '', page: 1, pageSize: 5 };

export default async function HomePage() {
  const ctx = await pageContext('user', paths.home);
  const t = await getTranslations('home');
  const { items, total } = await searchShares(ctx, recent);
  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      <div className="grid gap-4 sm:grid-cols-2">
        <HomeTile
          href={paths.newShare}
          icon={<UploadIcon aria-hidden />}
          title={t('send')}
          text={t('sendText')}
        />
        <HomeTile
          href={paths.shares}
          icon={<FilesIcon aria-hidden />}
          title={t('shares')}
          text={t('sharesText', { count: total.shares, size: formatBytes(total.size) })}
        />
      </div>
      {items.length > 0 && (
        <section className="mt-12" aria-labelledby="recent">
          <div className="mb-2 flex items-baseline gap-3">
            <h2 id="recent" className="mr-auto text-sm font-medium">
              {t('recent')}
            </h2>
            {total.shares > items.length && (
              <Link
                href={paths.shares}
                className="text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
              >
                {t('all', { count: total.shares })}
              </Link>
            )}
          </div>
          <ShareTable items={items} />
        </section>
      )}
    </>
  );
}
