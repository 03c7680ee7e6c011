import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { requirements, senderFields } from '@/lib/domain/inbox/inbox-form';
import { FieldGroup } from './field-group';
import type { FormFieldsProps } from './form-draft';

const offeredHours = [0, 1, 24, 72, 168];

export function SenderFields({ draft, onChange }: FormFieldsProps) {
  const t = useTranslations('alias.senders');
  const { sender } = draft;
  const hours = [...new Set([...offeredHours, draft.changeHours])].sort((one, other) => one - other);
  const options = requirements.map((value) => ({ value, label: t(`demand.${value}`) }));
  return (
    <FieldGroup title={t('asks')} hint={t('asksHint')}>
      <div className="grid gap-4 sm:grid-cols-3">
        {senderFields.map((field) => (
          <Field key={field} label={t(`ask.${field}`)}>
            <Select
              options={options}
              value={sender[field]}
              onValueChange={(demand) => onChange({ sender: { ...sender, [field]: demand } })}
            />
          </Field>
        ))}
      </div>
      <Field label={t('changeHours')} hint={t('changeHoursHint')}>
        <Select
          options={hours.map((count) => ({ value: String(count), label: t('hours', { hours: count }) }))}
          value={String(draft.changeHours)}
          onValueChange={(count) => onChange({ changeHours: Number(count) })}
        />
      </Field>
    </FieldGroup>
  );
}
