import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import { suggestPassword } from '@/lib/domain/account/suggest-password';
import { useSourceName } from '../use-source-name';
import type { AccountForm } from './use-account-form';

/** Accounts of a provider or proxy have no password here. */
export function AccountPassword({ form, source }: { form: AccountForm; source: string | null }) {
  const t = useTranslations('account.form');
  const sourceName = useSourceName();
  const { draft, problems, change } = form;
  if (source !== null && source !== 'intern')
    return <p className="text-sm text-muted">{t('elsewhere', { source: sourceName(source) })}</p>;

  const isNew = source === null;
  const suggest = () => change({ password: suggestPassword((bytes) => crypto.getRandomValues(bytes)) });
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t(isNew ? 'password' : 'newPassword')}
        hint={t(isNew ? 'passwordHint' : 'newPasswordHint')}
        error={problems.password && t(`problem.${problems.password}`)}
      >
        <PasswordField
          name="password"
          autoComplete="new-password"
          required={isNew}
          value={draft.password}
          showLabel={t('showPassword')}
          onValueChange={(password) => change({ password })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" onClick={suggest}>
          {t('suggest')}
        </Button>
        {draft.password !== '' && (
          <CopyButton
            tone="quiet"
            text={draft.password}
            label={t('copy')}
            copiedLabel={t('copied')}
            failedLabel={t('copyFailed')}
          />
        )}
      </div>
    </div>
  );
}
