'use client';

import { MonitorIcon, SmartphoneIcon, SquareTerminalIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type SessionItem, session } from '@/lib/contract/session';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { SettingsSection } from './settings-section';

export function SessionsSection() {
  const t = useTranslations('session');
  const failureText = useFailureText();
  const { data, error, isPending } = useCall(session.list, {});
  const items = data?.items ?? [];
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {isPending && <SkeletonRows rows={2} label={t('title')} />}
      {!data && error && <Banner tone="error">{failureText(error)}</Banner>}
      {items.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <SessionRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      {items.length > 1 && <EndOthers />}
    </SettingsSection>
  );
}

function EndOthers() {
  const t = useTranslations('session');
  const failureText = useFailureText();
  const say = useToast();
  const { mutateAsync, error } = useSend(session.endOthers, { reloads: [session.list] });
  return (
    <div className="mt-4">
      <Confirm
        trigger={<Button tone="quiet">{t('endOthers')}</Button>}
        title={t('endOthersTitle')}
        text={t('endOthersText')}
        confirmLabel={t('yes')}
        cancelLabel={t('no')}
        error={error && failureText(error)}
        onConfirm={async () => {
          await mutateAsync({});
          say(t('othersEnded'));
        }}
      />
    </div>
  );
}

const phones = ['Android', 'iPhone', 'iPad'];

function SessionRow({ item }: { item: SessionItem }) {
  const t = useTranslations('session');
  const format = useFormatter();
  const { browser, system, address, current } = item;
  const name = browser && system ? t('name', { browser, system }) : (browser ?? system ?? t('unknown'));
  const Icon = !system ? SquareTerminalIcon : phones.includes(system) ? SmartphoneIcon : MonitorIcon;
  const date = format.dateTime(item.created, dateTimeFormat('medium'));
  const when = format.dateTime(item.lastSeen, dateTimeFormat('medium'));
  const facts = [
    address,
    t('since', { date }),
    ...(current || when === date ? [] : [t('lastSeen', { when })]),
  ].filter(Boolean);
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon aria-hidden className="size-5 shrink-0 self-start text-faint" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">
          {name}
          {current && <span className="font-normal text-muted"> · {t('current')}</span>}
        </p>
        <p className="mt-0.5 text-xs text-muted tabular-nums wrap-anywhere">{facts.join(' · ')}</p>
      </div>
      {!current && <EndButton id={item.id} name={name} />}
    </li>
  );
}

function EndButton({ id, name }: { id: string; name: string }) {
  const t = useTranslations('session');
  const failureText = useFailureText();
  const say = useToast();
  const { mutate, isPending, error } = useSend(session.end, { reloads: [session.list] });
  const end = () => mutate({ params: { id } }, { onSuccess: () => say(t('ended')) });
  return (
    <>
      <span role="alert" className="text-xs text-danger">
        {error && failureText(error)}
      </span>
      <Button tone="quiet" pending={isPending} aria-label={t('endNamed', { name })} onClick={end}>
        {t('end')}
      </Button>
    </>
  );
}
