'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { PasswordField } from '@/components/ui/password-field';
import { suggestPassword } from '@/lib/domain/suggest-password';

type PasswordPartProps = {
  value: string;
  isRequired: boolean;
  error: string | undefined;
  onChange: (password: string | null) => void;
};

/** Opens below the sentence; a suggestion can be copied, because it has to be told to somebody. */
export function PasswordPart({ value, isRequired, error, onChange }: PasswordPartProps) {
  const t = useTranslations('create.password');
  return (
    <div className="flex flex-col gap-2">
      <PasswordField
        label={t('label')}
        required={isRequired}
        autoComplete="new-password"
        autoFocus={!isRequired}
        value={value}
        error={error}
        hint={t('hint')}
        showLabel={t('show')}
        hideLabel={t('hide')}
        onValueChange={onChange}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          tone="quiet"
          onClick={() => onChange(suggestPassword((bytes) => crypto.getRandomValues(bytes)))}
        >
          {t('suggest')}
        </Button>
        {value !== '' && <CopyButton tone="quiet" text={value} label={t('copy')} copied={t('copied')} />}
        {!isRequired && (
          <Button tone="ghost" onClick={() => onChange(null)}>
            {t('remove')}
          </Button>
        )}
      </div>
    </div>
  );
}
