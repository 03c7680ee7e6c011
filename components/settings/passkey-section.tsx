'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { AfterLoad } from '@/components/app/after-load';
import { Banner } from '@/components/ui/dialog/banner';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { passkey } from '@/lib/contract/passkey';
import { SettingsSection } from './settings-section';

const loadPasskeys = () => import('./passkeys').then((part) => part.Passkeys);
const Passkeys = dynamic(loadPasskeys, { ssr: false });

/** Hidden where the account can't have them here. */
export function PasskeySection() {
  const t = useTranslations('factor.passkeys');
  const failureText = useFailureText();
  const { data, error } = useCall(passkey.list, {});
  if (data && !data.available) return null;
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {!data && error && <Banner tone="error">{failureText(error)}</Banner>}
      <div className="min-h-18">
        <AfterLoad load={loadPasskeys}>{data && <Passkeys list={data} />}</AfterLoad>
      </div>
    </SettingsSection>
  );
}
