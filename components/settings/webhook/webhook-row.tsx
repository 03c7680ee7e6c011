import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { FactorProof } from '@/components/factor/factor-form';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { Status } from '@/components/ui/status-dot';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';
import {
  ownWebhookEvents,
  type WebhookItem,
  webhook,
  webhookEvents,
  webhookFormats,
} from '@/lib/contract/webhook';
import { dateTimeFormat } from '@/lib/domain/time/moment';

const Attempts = dynamic(() => import('./attempts').then((part) => part.Attempts), { ssr: false });
const WebhookForm = dynamic(() => import('./webhook-form').then((part) => part.WebhookForm), { ssr: false });

type WebhookRowProps = {
  item: WebhookItem;
  asks: readonly (keyof FactorProof)[];
  onSecret: (secret: string) => void;
};

export function WebhookRow({ item, asks, onSecret }: WebhookRowProps) {
  const t = useTranslations('webhook');
  const [open, setOpen] = useState<'edit' | 'attempts' | null>(null);
  const { id, url, events, format, enabled, waiting } = item;
  const eventNames = webhookEvents.filter((name) => events.includes(name)).map((name) => t(`event.${name}`));
  const known = webhookFormats.find((name) => name === format);
  const facts = [
    known ? t(`formats.${known}`) : format,
    ...eventNames,
    ...(waiting > 0 ? [t('waiting', { count: waiting })] : []),
  ];
  const toggle = (part: 'edit' | 'attempts') => setOpen(open === part ? null : part);
  return (
    <li>
      <fieldset aria-label={url} className="min-w-0 py-4">
        <p className="font-mono text-sm wrap-anywhere">{url}</p>
        <p className="mt-1 text-sm">
          <State item={item} />
        </p>
        <p className="mt-0.5 text-xs text-muted wrap-anywhere">{facts.join(' · ')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button tone="quiet" aria-expanded={open === 'attempts'} onClick={() => toggle('attempts')}>
            {t('attempts')}
          </Button>
          <Button tone="quiet" aria-expanded={open === 'edit'} onClick={() => toggle('edit')}>
            {t('edit')}
          </Button>
          <OtherActions item={item} onSecret={onSecret} />
        </div>
        {open !== null && (
          <div className="mt-4">
            {open === 'edit' ? (
              <WebhookForm {...{ item, asks }} onClose={() => setOpen(null)} />
            ) : (
              <Attempts id={id} isOn={enabled} />
            )}
          </div>
        )}
      </fieldset>
    </li>
  );
}

function State({ item: { enabled, failingSince } }: { item: WebhookItem }) {
  const t = useTranslations('webhook');
  const format = useFormatter();
  if (!enabled) return <Status tone="draft" label={t('off')} />;
  if (failingSince === null) return <Status tone="live" label={t('on')} />;
  const date = format.dateTime(failingSince, dateTimeFormat('medium'));
  return <Status tone="ended" label={t('failing', { date })} />;
}

function OtherActions({ item, onSecret }: Omit<WebhookRowProps, 'asks'>) {
  const t = useTranslations('webhook');
  const words = useTranslations('token');
  const failureText = useFailureText();
  const say = useToast();
  const reloads = [webhook.list];
  const change = useSend(webhook.change, { reloads });
  const rotate = useSend(webhook.rotate);
  const remove = useSend(webhook.remove, { reloads });
  const params = { id: item.id };
  const isAdmin = useViewer()?.admin ?? false;
  const turn = () => {
    const events = (isAdmin ? webhookEvents : ownWebhookEvents).filter((name) => item.events.includes(name));
    const format = webhookFormats.find((name) => name === item.format) ?? 'json';
    const { url, withLinks, enabled } = item;
    change.mutate({ params, body: { url, events, format, withLinks, enabled: !enabled } });
  };
  return (
    <>
      <Button tone="quiet" pending={change.isPending} onClick={turn}>
        {item.enabled ? t('turnOff') : t('turnOn')}
      </Button>
      <Confirm
        trigger={<Button tone="quiet">{t('rotate')}</Button>}
        title={t('rotateTitle')}
        subject={item.url}
        text={t('rotateText')}
        tone="primary"
        confirmLabel={t('rotate')}
        cancelLabel={words('cancel')}
        error={rotate.error && failureText(rotate.error)}
        onConfirm={async () => {
          const { secret } = await rotate.mutateAsync({ params });
          if (secret !== null) onSecret(secret);
        }}
      />
      <Confirm
        trigger={<Button tone="quiet">{t('delete')}</Button>}
        title={t('deleteTitle')}
        subject={item.url}
        text={t('deleteText')}
        confirmLabel={t('deleteYes')}
        cancelLabel={words('cancel')}
        error={remove.error && failureText(remove.error)}
        onConfirm={async () => say((await remove.mutateAsync({ params })).message)}
      />
      {change.error && <Banner tone="error">{failureText(change.error)}</Banner>}
    </>
  );
}
