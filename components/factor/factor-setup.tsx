'use client';

import { useTranslations } from 'next-intl';
import { QRCodeSVG } from 'qrcode.react';
import { CopyButton } from '@/components/ui/copy-button';
import { useSend } from '@/lib/client/call/use-call';
import { factor } from '@/lib/contract/factor';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { FactorForm } from './factor-form';
import { RecoveryCodes } from './recovery-codes';

type FactorSetupProps = { login: string; onCancel?: () => void; onDone: () => void };

/** Password, then the QR code and its first code, then the recovery codes. */
export function FactorSetup({ login, onCancel, onDone }: FactorSetupProps) {
  const t = useTranslations('factor');
  const begin = useSend(factor.begin);
  const confirm = useSend(factor.confirm, { reloads: [session.list, settings.lately] });
  const { setup = null, secret = null, uri = null } = begin.data ?? {};
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} login={login} onDone={onDone} />;
  if (setup === null || secret === null || uri === null)
    return (
      <FactorForm
        asks={['password']}
        login={login}
        submitLabel={t('continue')}
        sent={begin}
        onSubmit={({ password }) => begin.mutate({ body: { password } })}
        onCancel={onCancel}
      />
    );
  return (
    <FactorForm
      key="code"
      asks={['code']}
      login={login}
      submitLabel={t('turnOn')}
      sent={confirm}
      onSubmit={({ code }) => confirm.mutate({ body: { setup, code } })}
      onCancel={onCancel}
    >
      <FactorKey secret={secret} uri={uri} />
    </FactorForm>
  );
}

function FactorKey({ secret, uri }: { secret: string; uri: string }) {
  const t = useTranslations('factor');
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-pretty">{t('scan')}</p>
      {/* Black on white in every theme, because many scanners can't read an inverted code. A phone opens its app by it. */}
      <a href={uri} className="w-fit max-w-full rounded-card">
        <QRCodeSVG
          value={uri}
          level="M"
          marginSize={4}
          bgColor="#fff"
          fgColor="#000"
          size={220}
          title={t('qr')}
          role="img"
          className="h-auto max-w-full rounded-card border border-line"
        />
      </a>
      <div className="flex items-center gap-2">
        <p className="min-w-0 text-sm">
          <span className="text-muted">{t('key')}: </span>
          <code className="select-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <CopyButton
          tone="ghost"
          iconOnly
          text={secret}
          label={t('copy')}
          copiedLabel={t('copied')}
          failedLabel={t('copyFailed')}
        />
      </div>
    </div>
  );
}
