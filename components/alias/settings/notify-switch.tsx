'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { Switch } from '@/components/ui/form/switch';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { alias } from '@/lib/contract/alias/alias';

export function NotifySwitch({ id, told }: { id: string; told: boolean }) {
  const t = useTranslations('alias');
  const failureText = useFailureText();
  const send = useSend(alias.setTold, { reloads: [alias.get] });
  return (
    <div className="mb-3">
      <Switch
        label={t('told')}
        checked={send.isPending ? send.variables.body.value : told}
        onChange={(event) => send.mutate({ params: { id }, body: { value: event.target.checked } })}
      />
      {send.error && <Banner tone="error">{failureText(send.error)}</Banner>}
    </div>
  );
}
