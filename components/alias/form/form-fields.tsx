import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { Textarea } from '@/components/ui/form/textarea';
import { formLimits, requirements, senderFields } from '@/lib/domain/inbox/inbox-form';
import { readableZone } from '@/lib/domain/time/time-zone';
import { FieldGroup } from './field-group';
import type { FormFieldsProps } from './form-draft';
import { KindsField } from './kinds-field';

export function RecipientField({ draft, onChange }: FormFieldsProps) {
  const t = useTranslations('alias.senders');
  return (
    <Field label={t('recipient')} hint={t('recipientHint')}>
      <Input
        maxLength={255}
        autoComplete="off"
        value={draft.recipient}
        onValueChange={(recipient) => onChange({ recipient })}
      />
    </Field>
  );
}

export function IntroField({ draft, onChange }: FormFieldsProps) {
  const t = useTranslations('alias.senders');
  return (
    <Field label={t('intro')} hint={t('introHint')}>
      <Textarea
        rows={3}
        maxLength={formLimits.introBytes / 4}
        value={draft.intro}
        onValueChange={(intro) => onChange({ intro })}
      />
    </Field>
  );
}

const times = ['opensAt', 'closesAt', 'lateUntil'] as const;
const offeredHours = [0, 1, 24, 72, 168];

export function TimeFields({ draft, flawAt, onChange, zone }: FormFieldsProps & { zone: string }) {
  const t = useTranslations('alias.senders');
  const hours = [...new Set([...offeredHours, draft.changeHours])].sort((one, other) => one - other);
  return (
    <>
      <p className="text-xs text-muted">{t('timesHint', { zone: readableZone(zone) })}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {times.map((name) => (
          <Field key={name} label={t(name)} error={flawAt(name)}>
            <Input
              type="datetime-local"
              value={draft[name]}
              onValueChange={(text) => onChange({ [name]: text })}
            />
          </Field>
        ))}
        <Field label={t('changeHours')} hint={t('changeHoursHint')}>
          <Select
            options={hours.map((count) => ({ value: String(count), label: t('hours', { hours: count }) }))}
            value={String(draft.changeHours)}
            onValueChange={(count) => onChange({ changeHours: Number(count) })}
          />
        </Field>
      </div>
    </>
  );
}

const sizes = [
  ['maxFileBytes', 'maxFile'],
  ['maxBytes', 'maxTotal'],
] as const;

export function FileFields({ draft, flawAt, onChange }: FormFieldsProps) {
  const t = useTranslations('alias.senders');
  return (
    <>
      <KindsField groups={draft.groups} onChange={(groups) => onChange({ groups })} />
      <Field label={t('endings')} hint={t('endingsHint')} error={flawAt('endings')}>
        <Input tone="code" value={draft.endings} onValueChange={(endings) => onChange({ endings })} />
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
    </>
  );
}

export function SenderFields({ draft, onChange }: FormFieldsProps) {
  const t = useTranslations('alias.senders');
  const { sender } = draft;
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
    </FieldGroup>
  );
}
