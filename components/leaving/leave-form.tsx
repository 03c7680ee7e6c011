'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { FactorForm, type FactorProof } from '@/components/factor/factor-form';
import { SettingsSection } from '@/components/settings/settings-section';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { leaveToLogin } from '@/lib/client/session/leave';
import { useViewer } from '@/lib/client/session/session';
import { clearSession } from '@/lib/client/session/session-memory';
import { leaving } from '@/lib/contract/account/leaving';
import { dateTimeFormat } from '@/lib/domain/time/moment';

export function LeaveForm() {
  const t = useTranslations('leaving');
  const format = useFormatter();
  const login = useViewer()?.login ?? '';
  const { data } = useCall(leaving.look, {});
  const { mutate, isPending, error, submittedAt } = useSend(leaving.leave);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [heirs, setHeirs] = useState<Record<string, string>>({});
  if (!data) return null;
  const { endsAt, asks, shares, aliases, shared } = data;

  const leave = (proof: FactorProof) => {
    const isOwn = typed.trim().toLowerCase() === login;
    setWrong(!isOwn);
    if (!isOwn) return;
    const handed = Object.entries(heirs).filter(([, account]) => account !== '');
    const body = { ...proof, login: typed, heirs: handed.map(([alias, account]) => ({ alias, account })) };
    mutate(
      { body },
      {
        onSuccess: () => {
          clearSession();
          void leaveToLogin();
        },
      },
    );
  };
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      <FactorForm
        asks={asks}
        login={login}
        submitLabel={t('open')}
        tone="danger"
        sent={{ isPending, error, submittedAt }}
        onSubmit={leave}
      >
        <p className="text-sm">
          {t('ends', { date: format.dateTime(endsAt, dateTimeFormat('medium')), shares, aliases })}
        </p>
        {shared.map(({ id, name, members }) => (
          <Field
            key={id}
            label={t('shared', { name })}
            hint={t('sharedHint', { members: format.list(members.map((member) => member.login)) })}
          >
            <Select
              value={heirs[id] ?? ''}
              onValueChange={(heir) => setHeirs({ ...heirs, [id]: heir })}
              options={[
                { value: '', label: t('remove') },
                ...members.map((member) => ({
                  value: member.id,
                  label: t('hand', { login: member.login }),
                })),
              ]}
            />
          </Field>
        ))}
        <Field label={t('typed', { login })} error={isWrong && t('typedWrong')}>
          <Input
            name="login"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={typed}
            onValueChange={(next) => {
              setTyped(next);
              setWrong(false);
            }}
          />
        </Field>
      </FactorForm>
    </SettingsSection>
  );
}
