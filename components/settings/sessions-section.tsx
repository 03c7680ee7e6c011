'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { session } from '@/lib/contract/session';
import { SessionRow } from './session-row';
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
