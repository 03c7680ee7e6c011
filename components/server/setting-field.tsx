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
import { settingLooks } from './setting-looks';
import type { SettingForm } from './use-setting-form';

type SettingFieldProps = { form: SettingForm; name: SettingName; hint?: string };

export function SettingField({ form, name, hint }: SettingFieldProps) {
  const t = useTranslations('server');
  const notes = useNotes(form, name);
  const { isFixed = false, fallback = '' } = form.itemOf(name) ?? {};
  const look = settingLooks[name];
  const text = form.textOf(name);
  const shared = { name, disabled: isFixed };
  if (look === 'secret') return <SecretField form={form} name={name} />;
  if (look === 'flag')
    return (
      <Switch
        {...shared}
        label={t(`name.${name}`)}
        hint={notes}
        checked={(text || fallback) === 'true'}
        onChange={(event) => form.write(name, String(event.target.checked))}
      />
    );
  return (
    <Field label={t(`name.${name}`)} hint={notes ?? hint}>
      {look === 'markdown' ? (
        <Textarea {...shared} value={text} onValueChange={(next) => form.write(name, next)} />
      ) : look === 'text' ? (
        <Input
          {...shared}
          autoComplete="off"
          placeholder={fallback}
          value={text}
          onValueChange={(next) => form.write(name, next)}
        />
      ) : (
        <ChoiceField form={form} name={name} />
      )}
    </Field>
  );
}

function ChoiceField({ form, name }: SettingFieldProps) {
  // The words of each setting are a list, so the keys are not literals here.
  const t = useTranslations('server.choice') as unknown as (key: string) => string;
  const { isFixed = false, fallback = '' } = form.itemOf(name) ?? {};
  const look = settingLooks[name];
  const options = Array.isArray(look)
    ? look.map((value: string) => ({ value, label: t(`${name}.${value}`) }))
    : languages.map(({ code, label }) => ({ value: code as string, label: label as string }));
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

/** Says why a setting can’t be changed, isn’t used, or was changed by somebody else. */
export function useNotes(form: SettingForm, name: SettingName): string | undefined {
  const t = useTranslations('server');
  const item = form.itemOf(name);
  const draft = form.draftOf(name);
  if (item?.isFixed) return t('fixed', { name });
  if (draft && draft.was !== item?.value) return t('now', { value: item?.value ?? '–' });
  return item?.isIgnored ? t('ignored') : undefined;
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
            showLabel={words('show')}
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
