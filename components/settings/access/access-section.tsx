'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { token } from '@/lib/contract/session';
import { SettingsSection } from '../settings-section';
import { TokenRow } from './token-row';

// Few people ever make one, so its form isn't loaded with the page.
const NewToken = dynamic(() => import('./new-token').then((part) => part.NewToken), { ssr: false });
const Tools = dynamic(() => import('./tools/tools').then((part) => part.Tools), { ssr: false });

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
