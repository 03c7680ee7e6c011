'use client';

import { ArrowRightIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { latestQuery } from '@/components/received/latest-query';
import { ButtonLink } from '@/components/ui/button-link';
import { Switch } from '@/components/ui/form/switch';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { paths } from '@/lib/paths';
import { requestPaths } from '@/lib/request-paths';

// Loaded separately: a new alias has nothing to list.
const LatestRows = dynamic(
  () => import('@/components/received/latest-rows').then((part) => part.LatestRows),
  { loading: () => null },
);

type AliasReceivedProps = { detail: AliasDetail; isOwner: boolean };

export function AliasReceived({ detail: { id, notifies, told }, isOwner }: AliasReceivedProps) {
  const t = useTranslations('alias');
  const { mailEnabled } = useAppConfig();
  const { data } = useCall(deliveries.search, latestQuery(id));
  const items = data?.items ?? [];
  const count = data?.total.deliveries ?? 0;
  return (
    <section aria-labelledby="received" className="mb-10">
      <div className="mb-2 flex flex-wrap items-center gap-x-4">
        <h2 id="received" className="mr-auto text-lg font-semibold tracking-tight tabular-nums">
          {t('receivedCount', { count })}
        </h2>
        <span className="-mr-3.5 flex flex-wrap max-sm:-ml-3.5">
          <ButtonLink tone="ghost" href={requestPaths.list(id)}>
            {t('requests')}
            <ArrowRightIcon aria-hidden />
          </ButtonLink>
          <ButtonLink tone="ghost" href={paths.deliveries(id)}>
            {t('receivedAll')}
            <ArrowRightIcon aria-hidden />
          </ButtonLink>
        </span>
      </div>
      {!isOwner && mailEnabled && told !== undefined && <NotifySwitch id={id} told={told} />}
      {notifies === false && <p className="mb-3 text-sm text-pretty text-muted">{t('untold')}</p>}
      {items.length > 0 ? (
        <LatestRows aliasId={id} items={items} />
      ) : (
        <p className="border-y border-line px-2 py-4 text-sm text-muted">{t('nothingReceived')}</p>
      )}
    </section>
  );
}

function NotifySwitch({ id, told }: { id: string; told: boolean }) {
  const t = useTranslations('alias');
  const send = useSend(alias.setTold, { reloads: [alias.get] });
  return (
    <div className="mb-3">
      <Switch
        label={t('told')}
        checked={send.isPending ? send.variables.body.value : told}
        onChange={(event) => send.mutate({ params: { id }, body: { value: event.target.checked } })}
      />
      <FailureBanner error={send.error} />
    </div>
  );
}
