'use client';

import { PlusIcon, Undo2Icon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type Receipt, receipt } from '@/lib/contract/alias/receipt';
import { zonedDateTimeFormat } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';

type TakeBackProps = { token: string; until: number; into: Receipt['into']; onDone: () => void };

export function TakeBack({ token, until, into, onDone }: TakeBackProps) {
  const t = useTranslations('receipt.back');
  const format = useFormatter();
  const failureText = useFailureText();
  const { mutateAsync, error } = useSend(receipt.takeBack, { reloads: [receipt.look] });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64 text-sm text-pretty text-muted">
        {t('until', { date: format.dateTime(until, zonedDateTimeFormat) })}
      </p>
      {into && (
        <ButtonLink tone="quiet" href={paths.inboxFor(into.aliasId, token)}>
          <PlusIcon aria-hidden />
          {t('add')}
        </ButtonLink>
      )}
      <Confirm
        trigger={
          <Button tone="quiet">
            <Undo2Icon aria-hidden />
            {t('button')}
          </Button>
        }
        title={t('ask')}
        text={t('text')}
        confirmLabel={t('yes')}
        cancelLabel={t('no')}
        error={error && failureText(error)}
        onConfirm={async () => {
          await mutateAsync({ body: { token } });
          onDone();
        }}
      />
    </div>
  );
}
