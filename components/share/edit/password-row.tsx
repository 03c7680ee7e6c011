'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { shareReloads } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share/share';
import { EditableRow, type PropertyRowProps } from './editable-row';
import { FieldForm } from './field-form';

export function PasswordRow({ isEditing, onEdit, ...form }: PropertyRowProps) {
  const t = useTranslations('share.detail.fields');
  return (
    <EditableRow
      label={t('password')}
      value={t(form.detail.password ? 'passwordSet' : 'passwordNone')}
      isEditing={isEditing}
      onEdit={onEdit}
      onLeave={form.onLeave}
    >
      <PasswordForm {...form} />
    </EditableRow>
  );
}

/** An empty field removes the password. */
function PasswordForm({ detail, onLeave }: Pick<PropertyRowProps, 'detail' | 'onLeave'>) {
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
