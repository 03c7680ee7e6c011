import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { Select } from '@/components/ui/form/select';
import { Switch } from '@/components/ui/form/switch';
import { Textarea } from '@/components/ui/form/textarea';
import type { SettingName } from '@/lib/domain/server-settings';
import { languages } from '@/lib/i18n/locales';
import { ColorField, LanguagesField, TimeField } from './look-fields';
import { useNotes } from './use-notes';
import type { SettingForm } from './use-setting-form';

type SettingFieldProps = { form: SettingForm; name: SettingName };

export function SettingField({ form, name }: SettingFieldProps) {
  const t = useTranslations('server');
  const notes = useNotes(form, name);
  const control = form.itemOf(name)?.control;
  if (control === 'secret') return <SecretField form={form} name={name} />;
  if (control === 'languages') return <LanguagesField form={form} name={name} />;
  if (control === 'flag') return <FlagField form={form} name={name} />;
  return (
    <Field label={t(`name.${name}`)} hint={notes}>
      <Control form={form} name={name} />
    </Field>
  );
}

/** Without its label and notes. */
export function Control({ form, name }: SettingFieldProps) {
  const { isFixed = false, fallback = '', control } = form.itemOf(name) ?? {};
  const shared = {
    name,
    disabled: isFixed,
    value: form.textOf(name),
    onValueChange: (next: string) => form.write(name, next),
  };
  if (control === 'markdown') return <Textarea {...shared} />;
  if (control === 'color') return <ColorField form={form} name={name} />;
  if (control === 'time') return <TimeField form={form} name={name} />;
  if (control === 'choice') return <ChoiceField form={form} name={name} />;
  return <Input {...shared} autoComplete="off" placeholder={fallback} />;
}

function FlagField({ form, name }: SettingFieldProps) {
  const t = useTranslations('server');
  const notes = useNotes(form, name);
  const { isFixed = false, fallback = '' } = form.itemOf(name) ?? {};
  return (
    <Switch
      name={name}
      disabled={isFixed}
      label={t(`name.${name}`)}
      hint={notes}
      checked={(form.textOf(name) || fallback) === 'true'}
      onChange={(event) => form.write(name, String(event.target.checked))}
    />
  );
}

function ChoiceField({ form, name }: SettingFieldProps) {
  // The words of each setting are a list, so the keys are not literals here.
  const t = useTranslations('server.choice') as unknown as (key: string) => string;
  const { isFixed = false, fallback = '', choices = [] } = form.itemOf(name) ?? {};
  const options = choices.map((value) => ({
    value,
    label: languages.find(({ code }) => code === value)?.label ?? t(`${name}.${value}`),
  }));
  return (
    <Select
      name={name}
      disabled={isFixed}
      options={options}
      value={form.textOf(name) || fallback}
      onValueChange={(next) => form.write(name, next)}
    />
  );
}

/** Never shows what is stored, and is not for the passwords that browsers keep. */
function SecretField({ form, name }: SettingFieldProps) {
  const t = useTranslations('server');
  const words = useTranslations('newPassword');
  const notes = useNotes(form, name);
  const { isSet = false, isFixed = false } = form.itemOf(name) ?? {};
  const isRemoved = form.draftOf(name)?.text === '';
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-full">
        <Field label={t(`name.${name}`)} hint={notes ?? (isRemoved ? t('removed') : isSet && t('kept'))}>
          <PasswordField
            name={name}
            autoComplete="new-password"
            disabled={isFixed}
            showLabel={words('showField', { field: t(`name.${name}`) })}
            value={form.draftOf(name)?.text ?? ''}
            onValueChange={(next) => form.write(name, next)}
          />
        </Field>
      </div>
      {isSet && !isFixed && !isRemoved && (
        <Button tone="ghost" onClick={() => form.write(name, '')}>
          {t('remove')}
        </Button>
      )}
    </div>
  );
}
