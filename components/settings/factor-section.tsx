'use client';

import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { FactorForm } from '@/components/factor/factor-form';
import { RecoveryCodes } from '@/components/factor/recovery-codes';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';
import { type FactorState, factor } from '@/lib/contract/factor';
import { settings } from '@/lib/contract/settings';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { SettingsSection } from './settings-section';

// Used once in years, so it isn't loaded with the page.
const FactorSetup = dynamic(
  () => import('@/components/factor/factor-setup').then((part) => part.FactorSetup),
  {
    ssr: false,
  },
);

/** Hidden where the account can't have one here. */
export function FactorSection() {
  const t = useTranslations('factor');
  const failureText = useFailureText();
  const [step, setStep] = useState<'none' | 'setUp' | 'renew' | 'turnOff'>('none');
  const login = useViewer()?.login ?? '';
  const { data, error, isPending, refetch } = useCall(factor.get, {});
  const close = () => {
    setStep('none');
    void refetch();
  };
  if (data && !data.available) return null;
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {isPending && <SkeletonRows rows={1} label={t('title')} />}
      {!data && error && <Banner tone="error">{failureText(error)}</Banner>}
      {data && step !== 'setUp' && <FactorFacts state={data} />}
      {data && step === 'none' && (
        <div className="mt-4 flex flex-wrap gap-2">
          {data.since === null ? (
            <Button tone="quiet" onClick={() => setStep('setUp')}>
              {t('setUp')}
            </Button>
          ) : (
            <>
              <Button tone="quiet" onClick={() => setStep('renew')}>
                {t('renew')}
              </Button>
              <Button tone="quiet" onClick={() => setStep('turnOff')}>
                {t('turnOff')}
              </Button>
            </>
          )}
        </div>
      )}
      {step === 'setUp' && <FactorSetup login={login} onCancel={close} onDone={close} />}
      {step === 'renew' && <RenewCodes login={login} onClose={close} />}
      {step === 'turnOff' && <TurnOff login={login} onClose={close} />}
    </SettingsSection>
  );
}

function FactorFacts({ state: { since, recoveryLeft } }: { state: FactorState }) {
  const t = useTranslations('factor');
  const format = useFormatter();
  if (since === null) return <p className="text-sm text-muted">{t('off')}</p>;
  return (
    <p className="text-sm tabular-nums">
      {t('on', { date: format.dateTime(since, dateTimeFormat('medium')) })}{' '}
      <span className={recoveryLeft > 3 ? 'text-muted' : 'text-danger'}>
        {t('left', { count: recoveryLeft })}.
      </span>
    </p>
  );
}

type ProofProps = { login: string; onClose: () => void };

function RenewCodes({ login, onClose }: ProofProps) {
  const t = useTranslations('factor');
  const send = useSend(factor.renew, { reloads: [factor.get, settings.lately] });
  if (send.data)
    return (
      <div className="mt-4">
        <RecoveryCodes codes={send.data.recoveryCodes} login={login} onDone={onClose} />
      </div>
    );
  return <ProofForm login={login} submitLabel={t('renew')} send={send} onClose={onClose} />;
}

function TurnOff({ login, onClose }: ProofProps) {
  const t = useTranslations('factor');
  const send = useSend(factor.remove, { reloads: [factor.get, settings.lately] });
  return (
    <ProofForm login={login} submitLabel={t('turnOff')} send={send} onClose={onClose} onDone={onClose} />
  );
}

type ProofFormProps = ProofProps & {
  submitLabel: string;
  send: ReturnType<typeof useSend<typeof factor.renew>> | ReturnType<typeof useSend<typeof factor.remove>>;
  onDone?: () => void;
};

function ProofForm({ login, submitLabel, send, onClose, onDone }: ProofFormProps) {
  const { mutate, isPending, error, submittedAt } = send;
  return (
    <div className="mt-4">
      <FactorForm
        asks={['password', 'code']}
        login={login}
        submitLabel={submitLabel}
        sent={{ isPending, error, submittedAt }}
        onSubmit={(body) => mutate({ body }, { onSuccess: () => onDone?.() })}
        onCancel={onClose}
      />
    </div>
  );
}
