import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Textarea } from '@/components/ui/form/textarea';
import { formLimits } from '@/lib/domain/inbox/inbox-form';
import { readableZone } from '@/lib/domain/time/time-zone';
import { FieldGroup } from './field-group';
import type { FormFieldsProps } from './form-draft';

export function IntroFields({ draft, onChange }: FormFieldsProps) {
  const t = useTranslations('alias.senders');
  return (
    <FieldGroup title={t('words')}>
      <Field label={t('recipient')} hint={t('recipientHint')}>
        <Input
          maxLength={255}
          autoComplete="off"
          value={draft.recipient}
          onValueChange={(recipient) => onChange({ recipient })}
        />
      </Field>
      <Field label={t('intro')} hint={t('introHint')}>
        <Textarea
          rows={3}
          maxLength={formLimits.introBytes / 4}
          value={draft.intro}
          onValueChange={(intro) => onChange({ intro })}
        />
      </Field>
    </FieldGroup>
  );
}

const times = ['opensAt', 'closesAt', 'lateUntil'] as const;

export function TimeFields({ draft, flawAt, onChange, zone }: FormFieldsProps & { zone: string }) {
  const t = useTranslations('alias.senders');
  return (
    <FieldGroup title={t('times')} hint={t('timesHint', { zone: readableZone(zone) })}>
      {times.map((name) => (
        <Field key={name} label={t(name)} error={flawAt(name)}>
          <Input
            type="datetime-local"
            value={draft[name]}
            onValueChange={(text) => onChange({ [name]: text })}
          />
        </Field>
      ))}
    </FieldGroup>
  );
}
