'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { ListFailure } from '@/components/list/list-failure';
import { ListFilters, ListHeader, ListMore, NoMatch, pushSearch } from '@/components/list/list-page';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { Select } from '@/components/ui/form/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { deliveryFilters, listViewSearch } from '@/lib/domain/list-view';
import { paths } from '@/lib/paths';
import { DeliveryRows } from './delivery-rows';
import { DownloadInbox, InboxList } from './inbox-downloads';
import { type DeliverySearch, useDeliveries } from './use-deliveries';
import { useOpenDelivery } from './use-open-delivery';

const OpenDelivery = dynamic(() => import('./open-delivery').then((part) => part.OpenDelivery), {
  loading: () => null,
});

const UndoDone = dynamic(() => import('./undo-done').then((part) => part.UndoDone), {
  loading: () => null,
});

/** @param nowMs the server's clock at the first paint */
export function Received({ nowMs }: { nowMs: number }) {
  const t = useTranslations('deliveries');
  const search = useDeliveries();
  const open = useOpenDelivery(search);
  const { view, items, inboxes, error, isStale, isEmpty } = search;
  const inList = view.at === '' ? '' : 'max-lg:hidden';
  return (
    <>
      {view.at !== '' && <h1 className="sr-only lg:hidden">{t('title')}</h1>}
      <p role="status" className="sr-only">
        {open.ended && t('tick', { name: open.ended.name })}
      </p>
      <div className={inList}>
        <ReceivedHeader search={search} />
      </div>
      <FailureBanner error={search.marks.error} className="mb-6" />
      {isEmpty && <NothingReceived hasInbox={inboxes.length > 0} />}
      <div hidden={isEmpty} className="grid items-start gap-x-10 gap-y-10 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className={`min-w-0 ${inList}`}>
          <ListFailure error={error} onRetry={search.refetch} />
          {items && items.length > 0 && (
            <DeliveryRows
              {...{ items, isStale, inboxes }}
              marks={open.marks}
              openId={view.at}
              searchOf={(at) => listViewSearch({ ...view, at })}
              opensHere
            />
          )}
          {items?.length === 0 && <NoneFound search={search} />}
          {!items && !error && <SkeletonRows rows={6} label={t('loading')} />}
          <ListMore search={search} />
        </div>
        <section
          ref={open.pane}
          tabIndex={-1}
          aria-label={open.title}
          className="min-w-0 outline-none lg:sticky lg:top-16 lg:-mx-2 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:px-2 lg:pb-4"
        >
          {view.at === '' ? (
            <InboxList inboxes={view.alias === '' ? inboxes : []} />
          ) : (
            <OpenDelivery key={view.at} id={view.at} nowMs={nowMs} open={open} />
          )}
        </section>
      </div>
      {open.ended && (
        <UndoDone key={open.ended.id} name={open.ended.name} onUndo={open.undo} onEnd={open.forget} />
      )}
    </>
  );
}

function ReceivedHeader({ search }: { search: DeliverySearch }) {
  const t = useTranslations('deliveries');
  const sizeText = useShortBytes();
  const { view, total, inboxes, isEmpty } = search;
  const one = inboxes.find(({ id }) => id === view.alias) ?? (inboxes.length === 1 ? inboxes[0] : undefined);
  const filters = (['', ...deliveryFilters] as const).map((state) => ({
    key: state,
    label: state === '' ? t('filter.all') : t(`filter.by.${state}`),
    search: listViewSearch({ ...view, state }),
    isChosen: state === view.state,
  }));
  return (
    <>
      <ListHeader
        title={t('title')}
        lead={
          total && t('summary', { count: total.deliveries, files: total.files, size: sizeText(total.size) })
        }
        search={{ label: t('search'), value: view.q, onValueChange: search.setQ }}
      />
      <div hidden={isEmpty} className="mb-4 flex flex-wrap items-start gap-x-3">
        <ListFilters label={t('filter.label')} path={paths.received} filters={filters} />
        {inboxes.length > 1 && (
          <div className="mb-4 w-56 max-w-full">
            <Select
              label={t('inbox')}
              value={view.alias}
              onValueChange={(alias) => pushSearch(listViewSearch({ ...view, alias, at: '' }))}
              options={[
                { value: '', label: t('allInboxes') },
                ...inboxes.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </div>
        )}
        {one && (
          <div className="mb-4 ml-auto max-sm:ml-0">
            <DownloadInbox inbox={one} />
          </div>
        )}
      </div>
    </>
  );
}

function NothingReceived({ hasInbox }: { hasInbox: boolean }) {
  const t = useTranslations('deliveries');
  const alias = useTranslations('alias.list');
  return (
    <Empty title={t('emptyTitle')} text={alias('emptyText')}>
      {hasInbox ? (
        <ButtonLink href={paths.aliases}>{alias('title')}</ButtonLink>
      ) : (
        <ButtonLink href={paths.newAlias}>{t('createInbox')}</ButtonLink>
      )}
    </Empty>
  );
}

function NoneFound({ search: { view, query, isStale, setQ } }: { search: DeliverySearch }) {
  const t = useTranslations('deliveries');
  if (query !== '') return <NoMatch title={t('noneTitle', { q: query })} onClear={() => setQ('')} />;
  if (isStale) return null;
  return <Empty title={view.state === '' ? t('emptyTitle') : t(`none.${view.state}`)} />;
}
