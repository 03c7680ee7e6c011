'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Banner } from '@/components/ui/dialog/banner';
import { ResultPanel } from '@/components/ui/result-panel';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { webhook } from '@/lib/contract/webhook';
import { SettingsSection } from '../settings-section';
import { WebhookRow } from './webhook-row';

const WebhookForm = dynamic(() => import('./webhook-form').then((part) => part.WebhookForm), { ssr: false });

export function WebhooksSection() {
  const t = useTranslations('webhook');
  const failureText = useFailureText();
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, error, isPending } = useCall(webhook.list, {});
  const { items, asks } = data ?? { items: [], asks: [] };
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {isPending && <SkeletonRows rows={1} label={t('title')} />}
      {!data && error && <Banner tone="error">{failureText(error)}</Banner>}
      {data && items.length === 0 && !isMaking && <p className="text-sm text-muted">{t('none')}</p>}
      {secret !== null && <NewSecret key={secret} secret={secret} onClose={() => setSecret(null)} />}
      {items.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <WebhookRow key={item.id} {...{ item, asks }} onSecret={setSecret} />
          ))}
        </ul>
      )}
      <div className="mt-4">
        {isMaking ? (
          <WebhookForm asks={asks} onSecret={setSecret} onClose={() => setMaking(false)} />
        ) : (
          <Button tone="quiet" onClick={() => setMaking(true)}>
            {t('new')}
          </Button>
        )}
      </div>
    </SettingsSection>
  );
}

function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations('webhook');
  const words = useTranslations('token');
  return (
    <div className="mb-4">
      <ResultPanel level="h3" title={t('secretTitle')}>
        <p className="mt-1 text-sm text-muted">{words('once')}</p>
        <p className="mt-3 font-mono text-sm break-all select-all">{secret}</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <CopyButton
            text={secret}
            label={t('copySecret')}
            copiedLabel={words('copied')}
            failedLabel={words('copyFailed')}
          />
          <Button tone="quiet" onClick={onClose}>
            {words('done')}
          </Button>
        </div>
      </ResultPanel>
    </div>
  );
}
