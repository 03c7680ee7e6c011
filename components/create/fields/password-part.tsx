'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import { suggestPassword } from '@/lib/domain/account/account-password';

type PasswordPartProps = {
  value: string;
  isRequired: boolean;
  error: string | undefined;
  onChange: (password: string | null) => void;
};

export function PasswordPart({ value, isRequired, error, onChange }: PasswordPartProps) {
  const t = useTranslations('create.password');
  const suggest = () => onChange(suggestPassword((bytes) => crypto.getRandomValues(bytes)));
  return (
    <div className="flex flex-col gap-2">
      <Field label={t(isRequired ? 'labelRequired' : 'label')} hint={t('hint')} error={error}>
        <PasswordField
          required={isRequired}
          autoComplete="new-password"
          autoFocus={!isRequired}
          value={value}
          showLabel={t('show')}
          onValueChange={(password) => onChange(password)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" onClick={suggest}>
          {t('suggest')}
        </Button>
        {value !== '' && (
          <CopyButton
            tone="quiet"
            text={value}
            label={t('copy')}
            copiedLabel={t('copied')}
            failedLabel={t('copyFailed')}
          />
        )}
        {!isRequired && (
          <Button tone="ghost" onClick={() => onChange(null)}>
            {t('remove')}
          </Button>
        )}
      </div>
    </div>
  );
}
