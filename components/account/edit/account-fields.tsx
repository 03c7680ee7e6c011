import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { Select } from '@/components/ui/form/select';
import { useBytes } from '@/lib/client/content/use-bytes';
import type { Usage } from '@/lib/contract/person';
import { suggestPassword } from '@/lib/domain/account/account-password';
import { useSourceName } from '../use-source-name';
import type { AccountForm } from './account-draft';

const accountStates = ['Active', 'Disabled', 'Pending'] as const;

type AccountFieldsProps = {
  form: AccountForm;
  source: string | null;
  defaults: DefaultLimits;
  loginError?: string | undefined;
  children: ReactNode;
};

export function AccountFields({ form, source, defaults, loginError, children }: AccountFieldsProps) {
  const t = useTranslations('account.form');
  const { draft, problems, change } = form;
  const isNew = source === null;
  const states = draft.state === 'Pending' ? accountStates : accountStates.slice(0, 2);
  return (
    <div className="flex flex-col gap-5 rounded-card bg-raised p-6 shadow-card ring-1 ring-line">
      <Field
        label={t('login')}
        hint={t(isNew ? 'loginHint' : 'loginStays')}
        error={loginError ?? (problems.login && t(`problem.${problems.login}`))}
      >
        <Input
          name="login"
          value={draft.login}
          readOnly={!isNew}
          required
          autoFocus={isNew}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onValueChange={(login) => change({ login })}
        />
      </Field>
      <Field label={t('email')} error={problems.email && t(`problem.${problems.email}`)}>
        <Input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={draft.email}
          onValueChange={(email) => change({ email })}
        />
      </Field>
      <AccountPassword form={form} source={source} />
      <Field label={t('state')} hint={draft.state !== 'Active' && t(`stateHint.${draft.state}`)}>
        <Select
          value={draft.state}
          onValueChange={(state) => change({ state })}
          options={states.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
      </Field>
      <AccountLimits form={form} defaults={defaults} />
      <Checkbox
        label={t('admin')}
        hint={t('adminHint')}
        checked={draft.admin}
        onChange={(event) => change({ admin: event.target.checked })}
      />
      {children}
    </div>
  );
}

/** Accounts of a provider or proxy have no password here. */
function AccountPassword({ form, source }: { form: AccountForm; source: string | null }) {
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

export type DefaultLimits = Pick<Usage, 'maxBytes' | 'maxFiles'>;

function AccountLimits({ form, defaults }: { form: AccountForm; defaults: DefaultLimits }) {
  const t = useTranslations('account.form');
  const format = useFormatter();
  const sizeText = useBytes();
  const { draft, problems, change } = form;
  const { maxBytes, maxFiles } = defaults;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={t('maxSize')}
        hint={t('maxSizeHint', { limit: maxBytes === null ? t('unlimited') : sizeText(maxBytes) })}
        error={problems.maxSize && t(`problem.${problems.maxSize}`)}
      >
        <Input
          name="maxSize"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          value={draft.maxSize}
          onValueChange={(maxSize) => change({ maxSize })}
        />
      </Field>
      <Field
        label={t('maxFiles')}
        hint={t('maxFilesHint', { limit: maxFiles === null ? t('unlimited') : format.number(maxFiles) })}
        error={problems.maxFiles && t(`problem.${problems.maxFiles}`)}
      >
        <Input
          name="maxFiles"
          inputMode="numeric"
          autoComplete="off"
          value={draft.maxFiles}
          onValueChange={(maxFiles) => change({ maxFiles })}
        />
      </Field>
    </div>
  );
}
