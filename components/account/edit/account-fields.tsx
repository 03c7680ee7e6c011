import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { AccountLimits, type DefaultLimits } from './account-limits';
import { AccountPassword } from './account-password';
import type { AccountForm } from './use-account-form';

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
      <Field label={t('state')} hint={draft.state === 'Disabled' && t('disabledHint')}>
        <Select
          value={draft.state}
          onValueChange={(state) => change({ state })}
          options={(['Active', 'Disabled'] as const).map((value) => ({ value, label: t(`states.${value}`) }))}
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
