import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { typeGroups } from '@/lib/domain/inbox/file-kind';
import { FieldGroup } from './field-group';
import type { FormFieldsProps } from './form-draft';

const sizes = [
  ['maxFileBytes', 'maxFile'],
  ['maxBytes', 'maxTotal'],
] as const;

export function FileFields({ draft, flawAt, onChange }: FormFieldsProps) {
  const t = useTranslations('alias.senders');
  const { groups } = draft;
  return (
    <FieldGroup title={t('kinds')} hint={t('kindsHint')}>
      <div className="flex flex-wrap gap-x-6">
        {typeGroups.map((group) => (
          <Checkbox
            key={group}
            label={t(`groups.${group}`)}
            checked={groups.includes(group)}
            onChange={({ target }) =>
              onChange({
                groups: typeGroups.filter((one) => (one === group ? target.checked : groups.includes(one))),
              })
            }
          />
        ))}
      </div>
      <Field label={t('endings')} hint={t('endingsHint')} error={flawAt('endings')}>
        <Input
          tone="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.endings}
          onValueChange={(endings) => onChange({ endings })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('maxFiles')} error={flawAt('maxFiles')}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.maxFiles}
            onValueChange={(maxFiles) => onChange({ maxFiles })}
          />
        </Field>
        {sizes.map(([name, words]) => (
          <Field key={name} label={t(words)} error={flawAt(name)}>
            <Input
              autoComplete="off"
              placeholder="100M"
              value={draft[name]}
              onValueChange={(text) => onChange({ [name]: text })}
            />
          </Field>
        ))}
      </div>
    </FieldGroup>
  );
}
