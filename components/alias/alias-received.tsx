'use client';

import { ArrowRightIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { receivedSharesQuery } from '@/components/list/list-queries';
import { ButtonLink } from '@/components/ui/button-link';
import { Switch } from '@/components/ui/form/switch';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';

// Loaded separately: a new alias has nothing to list.
const ShareTable = dynamic(() =>
  import('@/components/share/list/share-table').then((part) => part.ShareTable),
);

type AliasReceivedProps = { detail: AliasDetail; nowMs: number; isOwner: boolean };

export function AliasReceived({ detail, nowMs, isOwner }: AliasReceivedProps) {
  const { id, notifies, told, album } = detail;
  const t = useTranslations('alias');
  const { mailEnabled } = useAppConfig();
  const { data } = useCall(share.search, receivedSharesQuery(id));
  // The album is no delivery.
  const items = (data?.items ?? []).filter((item) => item.id !== album?.share).slice(0, 3);
  const count = (data?.total.shares ?? 0) - (album ? 1 : 0);
  return (
    <section aria-labelledby="received" className="mb-10">
      <div className="mb-2 flex flex-wrap items-center gap-x-4">
        <h2 id="received" className="mr-auto text-lg font-semibold tracking-tight tabular-nums">
          {t('receivedCount', { count })}
        </h2>
        <span className="-mr-3.5 max-sm:-ml-3.5">
          <ButtonLink tone="ghost" href={paths.deliveries(id)}>
            {t('receivedAll')}
            <ArrowRightIcon aria-hidden />
          </ButtonLink>
        </span>
      </div>
      {!isOwner && mailEnabled && told !== undefined && <NotifySwitch id={id} told={told} />}
      {notifies === false && <p className="mb-3 text-sm text-pretty text-muted">{t('untold')}</p>}
      {items.length > 0 ? (
        <ShareTable items={items} label={t('receivedCount', { count })} nowMs={nowMs} isThroughOne />
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
