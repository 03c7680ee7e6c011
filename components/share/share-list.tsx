'use client';

import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { Button, ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { SearchField } from '@/components/ui/search-field';
import { formatBytes } from '@/lib/domain/units';
import { paths } from '@/lib/paths';
import { NoMatch, NoShares } from './share-empty';
import { ShareTable } from './share-table';
import { useShareSearch } from './use-share-search';

export function ShareList() {
  const t = useTranslations('share.list');
  const { q, setQ, items, total, error, isStale, more } = useShareSearch();
  const isEmpty = items.length === 0 && !isStale;

  if (isEmpty && q === '' && !error) return <NoShares />;

  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('summary', { count: total.shares, size: formatBytes(total.size) })}
      >
        <SearchField label={t('search')} value={q} onValueChange={setQ} />
        <ButtonLink href={paths.newShare}>
          <PlusIcon aria-hidden />
          {t('new')}
        </ButtonLink>
      </PageHeader>

      {error && (
        <div className="mb-6">
          <Banner tone="error">{t('failed')}</Banner>
        </div>
      )}
      {isEmpty && !error ? (
        <NoMatch q={q} onClear={() => setQ('')} />
      ) : (
        <ShareTable items={items} isBusy={isStale} />
      )}
      {more && (
        <div className="mt-6 flex justify-center">
          <Button tone="quiet" pending={more.isPending} onClick={more.load}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}
