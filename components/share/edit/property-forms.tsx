'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChangedMeanwhile, currentText } from '@/components/app/changed-meanwhile';
import { useNumberText } from '@/components/share/use-limits';
import { shareReloads } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share/share';
import { numberFlaw, numberIn } from '@/lib/domain/limits';
import { unlimitedViews } from '@/lib/domain/publish';
import { FieldForm, type PropertyFormProps } from './editable-row';

/** An empty field removes the name. */
export function NameForm({ detail, onLeave }: PropertyFormProps) {
  const t = useTranslations('share.detail.fields');
  const [name, setName] = useState(detail.name ?? '');
  const [was, setWas] = useState(detail.name);
  const set = useSend(share.setName, shareReloads);
  const clear = useSend(share.clearName, shareReloads);
  const error = set.error ?? clear.error;
  const failureText = useFailureText();
  const params = { id: detail.id };
  const value = name.trim();

  const save = async (read: string | null) => {
    clear.reset();
    if (value === '') await clear.mutateAsync({ params, query: { was: read ?? '' } });
    else await set.mutateAsync({ params, body: { value, was: read } });
    onLeave();
  };
  return (
    <FieldForm
      isPending={set.isPending || clear.isPending}
      onSave={() => save(was).catch(() => undefined)}
      onLeave={onLeave}
    >
      <Field quietLabel label={t('name')} error={error && failureText(error)}>
        <Input value={name} onValueChange={setName} maxLength={255} />
      </Field>
      <ChangedMeanwhile
        error={error}
        own={{ name: value }}
        onOverwrite={(now) => save(currentText(now))}
        onKeep={(now) => {
          setWas(currentText(now));
          set.reset();
          clear.reset();
        }}
      />
    </FieldForm>
  );
}

/** An empty field removes the password. */
export function PasswordForm({ detail, onLeave }: PropertyFormProps) {
  const t = useTranslations('share.detail.fields');
  const [password, setPassword] = useState('');
  const set = useSend(share.setPassword, shareReloads);
  const clear = useSend(share.clearPassword, shareReloads);
  const error = set.error ?? clear.error;
  const failureText = useFailureText();
  const isPending = set.isPending || clear.isPending;
  const params = { id: detail.id };
  const then = { onSuccess: onLeave };

  const remove = () => clear.mutate({ params }, then);
  const onSave = () => {
    if (password !== '') set.mutate({ params, body: { value: password } }, then);
    else if (detail.password) remove();
    else onLeave();
  };
  return (
    <FieldForm
      isPending={isPending}
      onSave={onSave}
      onLeave={onLeave}
      extra={
        detail.password && (
          <Button tone="ghost" disabled={isPending} onClick={remove}>
            {t('remove')}
          </Button>
        )
      }
    >
      <Field quietLabel label={t('newPassword')} error={error && failureText(error)}>
        <PasswordField
          value={password}
          onValueChange={setPassword}
          autoComplete="new-password"
          showLabel={t('showPassword')}
        />
      </Field>
    </FieldForm>
  );
}

const minViews = 1;

export function MaxViewsForm({ detail, onLeave }: PropertyFormProps) {
  const t = useTranslations('share.detail.fields');
  const more = useTranslations('create.more');
  const { defaultViews } = useAppConfig();
  const [isAny, setAny] = useState(!detail.viewsLimited);
  const first = detail.viewsLimited
    ? detail.maxViews
    : Math.max(minViews, defaultViews === unlimitedViews ? 30 : defaultViews);
  const [text, setText] = useState(String(first));
  const [complaint, setComplaint] = useState<string>();
  const { mutate, isPending, error } = useSend(share.setMaxViews, shareReloads);
  const failureText = useFailureText();
  const numberText = useNumberText();

  const onSave = () => {
    const flaw = isAny ? null : numberFlaw(text, minViews);
    setComplaint(flaw ? numberText(flaw) : undefined);
    if (!flaw)
      mutate(
        { params: { id: detail.id }, body: { value: isAny ? unlimitedViews : numberIn(text) } },
        { onSuccess: onLeave },
      );
  };
  return (
    <FieldForm isPending={isPending} onSave={onSave} onLeave={onLeave}>
      <Field quietLabel label={t('maxViews')} error={complaint ?? (error && failureText(error))}>
        <Input inputMode="numeric" disabled={isAny} value={text} onValueChange={setText} />
      </Field>
      <Checkbox label={more('anyViews')} checked={isAny} onChange={(event) => setAny(event.target.checked)} />
    </FieldForm>
  );
}
