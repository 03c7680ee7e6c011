'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { CallError } from '@/lib/client/call/call';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { settings } from '@/lib/contract/settings';
import { PasswordForm } from './password-form';
import { SettingsSection } from './settings-section';

/** Dimmed until the account is known to have a password here; hidden for accounts of an external provider. */
export function PasswordSection() {
  const t = useTranslations('settings');
  const failureText = useFailureText();
  const { isSuccess, isPending, error, refetch } = useCall(settings.hasPassword, {});
  if (error instanceof CallError && error.code === 'settings.noPassword') return null;
  const again = (
    <Button tone="quiet" onClick={() => void refetch()}>
      {t('again')}
    </Button>
  );
  return (
    <SettingsSection title={t('password.title')} lead={t('password.lead')}>
      {error && !isSuccess ? (
        <Banner tone="error" action={again}>
          {failureText(error)}
        </Banner>
      ) : (
        <fieldset
          disabled={isPending}
          aria-busy={isPending}
          className="transition-opacity duration-100 disabled:opacity-60"
        >
          <legend className="sr-only">{isPending ? t('loading') : t('password.title')}</legend>
          <PasswordForm />
        </fieldset>
      )}
    </SettingsSection>
  );
}
