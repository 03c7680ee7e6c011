import { useFormatter, useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useBytes } from '@/lib/client/use-bytes';
import type { Usage } from '@/lib/contract/usage';
import type { AccountForm } from './use-account-form';

export type DefaultLimits = Pick<Usage, 'maxBytes' | 'maxFiles'>;

export function AccountLimits({ form, defaults }: { form: AccountForm; defaults: DefaultLimits }) {
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
