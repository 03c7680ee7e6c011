'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { FactorForm } from '@/components/factor/factor-form';
import { SettingsSection } from '@/components/settings/settings-section';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Spinner } from '@/components/ui/spinner';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useViewer } from '@/lib/client/session/session';
import { ownData } from '@/lib/contract/account/own-data';
import { otherBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { dateTimeFormat } from '@/lib/domain/time/moment';

const lookMs = 2_000;

export function DataForm() {
  const t = useTranslations('ownData');
  const format = useFormatter();
  const login = useViewer()?.login ?? '';
  const { data, refetch } = useCall(ownData.get, {});
  const { mutate, isPending, error, submittedAt } = useSend(ownData.request, { reloads: [ownData.get] });
  const open = useSend(ownData.open);
  const [files, setFiles] = useState(false);
  const isCollecting = data?.state === 'collecting';
  useEffect(() => {
    if (!isCollecting) return;
    const timer = setInterval(() => void refetch(), lookMs);
    return () => clearInterval(timer);
  }, [isCollecting, refetch]);
  if (!data) return null;
  const { asks, until, nextAt } = data;
  const moment = (at: number) => format.dateTime(at, dateTimeFormat('medium'));
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      <div className="flex max-w-md flex-col items-start gap-4 text-sm">
        {isCollecting && (
          <p role="status" className="flex items-center gap-2.5">
            <Spinner />
            {t('collecting')}
          </p>
        )}
        {until !== null && (
          <>
            <p role="status">{t('ready', { date: moment(until) })}</p>
            <FactorForm
              asks={asks}
              login={login}
              submitLabel={t('download')}
              sent={open}
              onSubmit={(body) =>
                open.mutate({ body }, { onSuccess: () => window.location.assign(otherBytePaths.dataZip) })
              }
            />
          </>
        )}
        {nextAt !== null && !isCollecting && (
          <p className="text-muted">{t('next', { date: moment(nextAt) })}</p>
        )}
      </div>
      {nextAt === null && (
        <FactorForm
          asks={asks}
          login={login}
          submitLabel={t('request')}
          sent={{ isPending, error, submittedAt }}
          onSubmit={(proof) => mutate({ body: { ...proof, files } })}
        >
          <Checkbox
            label={t('files')}
            hint={t('filesHint')}
            checked={files}
            onChange={({ currentTarget }) => setFiles(currentTarget.checked)}
          />
        </FactorForm>
      )}
    </SettingsSection>
  );
}
