'use client';

import { CalendarPlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePeriod } from '@/components/share/use-period';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { Select } from '@/components/ui/form/select';
import { useAppConfig } from '@/lib/client/app-config';
import { call } from '@/lib/client/call/call';
import { share } from '@/lib/contract/share/share';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { allowedValidities, defaultValidity } from '@/lib/domain/time/validity';
import { useForEachShare, useSomeSharesFailedText } from './use-for-each-share';

/** Restarts the period of a published share now; a draft gets it on publishing. */
async function extend({ id, published }: ShareListItem, validityMs: number): Promise<void> {
  const params = { id };
  await call(share.setValidity, { params, body: { value: validityMs } });
  if (published !== null) await call(share.publish, { params, body: { reuseId: true } });
}

type ExtendSharesProps = { chosen: readonly ShareListItem[]; onDone: () => void };

export function ExtendShares({ chosen, onDone }: ExtendSharesProps) {
  const t = useTranslations('share.list.several');
  const say = useTranslations('share.detail.fields');
  const failedText = useSomeSharesFailedText();
  const config = useAppConfig();
  const choices = allowedValidities(config.maxValidity);
  const [validityMs, setValidityMs] = useState(defaultValidity(config.defaultValidity, choices).ms);
  const { mutateAsync, error, reset } = useForEachShare((item) => extend(item, validityMs), onDone);
  const periodOf = usePeriod();
  return (
    <Confirm
      tone="primary"
      trigger={
        <Button tone="ghost">
          <CalendarPlusIcon aria-hidden />
          {t('extend')}
        </Button>
      }
      onOpenChange={reset}
      title={t('extendTitle', { count: chosen.length })}
      text={t('extendText')}
      confirmLabel={t('extend')}
      cancelLabel={say('cancel')}
      error={error && failedText(error)}
      onConfirm={() => mutateAsync(chosen)}
    >
      <Select
        label={say('validity')}
        value={String(validityMs)}
        onValueChange={(value) => setValidityMs(Number(value))}
        options={choices.map(({ ms }) => ({ value: String(ms), label: periodOf(ms) }))}
      />
    </Confirm>
  );
}
