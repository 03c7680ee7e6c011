'use client';

import { KeyRoundIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type TokenItem, token } from '@/lib/contract/session';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { SettingsSection } from '../settings-section';

// Few people ever make one, so its form isn't loaded with the page.
const NewToken = dynamic(() => import('./new-token').then((part) => part.NewToken), { ssr: false });
const Tools = dynamic(() => import('./tools').then((part) => part.Tools), { ssr: false });

export function AccessSection() {
  const t = useTranslations('token');
  const failureText = useFailureText();
  const [isMaking, setMaking] = useState(false);
  const { data, error, isPending } = useCall(token.list, {});
  const items = data?.items ?? [];
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {isPending && <SkeletonRows rows={1} label={t('title')} />}
      {!data && error && <Banner tone="error">{failureText(error)}</Banner>}
      {data && items.length === 0 && !isMaking && <p className="text-sm text-muted">{t('none')}</p>}
      {items.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <TokenRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      <div className="mt-4">
        {isMaking ? (
          <NewToken onClose={() => setMaking(false)} />
        ) : (
          <Button tone="quiet" onClick={() => setMaking(true)}>
            {t('new')}
          </Button>
        )}
      </div>
      <Tools />
    </SettingsSection>
  );
}

function TokenRow({ item }: { item: TokenItem }) {
  const t = useTranslations('token');
  const format = useFormatter();
  const date = (at: number) => format.dateTime(at, dateTimeFormat('medium'));
  const { name, scopes, networks, lastUsed, address, until } = item;
  const facts = [
    scopes.join(', '),
    t('validUntil', { date: date(until) }),
    ...(networks.length > 0 ? [t('onlyFrom', { list: networks.join(', ') })] : []),
    usedText(),
  ];
  function usedText() {
    if (lastUsed === null) return t('neverUsed');
    const when = date(lastUsed);
    return address === null ? t('lastUsed', { when }) : t('lastUsedFrom', { when, address });
  }
  return (
    <li className="flex items-center gap-3 py-3">
      <KeyRoundIcon aria-hidden className="size-5 shrink-0 self-start text-faint" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium wrap-anywhere">
          {name} <span className="font-mono text-xs font-normal text-muted">{item.id}…</span>
        </p>
        <p className="mt-0.5 text-xs text-muted tabular-nums wrap-anywhere">{facts.join(' · ')}</p>
      </div>
      <RevokeButton id={item.id} name={name} />
    </li>
  );
}

function RevokeButton({ id, name }: { id: string; name: string }) {
  const t = useTranslations('token');
  const failureText = useFailureText();
  const say = useToast();
  const { mutateAsync, error } = useSend(token.revoke, { reloads: [token.list] });
  return (
    <Confirm
      trigger={
        <Button tone="quiet" aria-label={t('revokeNamed', { name })}>
          {t('revoke')}
        </Button>
      }
      title={t('revokeTitle')}
      text={t('revokeText', { name })}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={async () => {
        await mutateAsync({ params: { id } });
        say(t('revoked'));
      }}
    />
  );
}
