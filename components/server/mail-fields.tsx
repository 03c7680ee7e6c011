import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { Select } from '@/components/ui/form/select';
import { type MailServerFields, readMailServer, writeMailServer } from '@/lib/domain/mail/mail-server';
import { useNotes } from './use-notes';
import type { SettingForm } from './use-setting-form';

/** The parts of SMTP_URL. A password that isn’t typed anew stays as it is. */
export function MailFields({ form }: { form: SettingForm }) {
  const t = useTranslations('server.mail');
  const words = useTranslations('newPassword');
  const notes = useNotes(form, 'SMTP_URL');
  const names = useTranslations('server');
  const item = form.itemOf('SMTP_URL');
  const draft = form.draftOf('SMTP_URL');
  const [typed, setTyped] = useState<MailServerFields>();
  const fields = (draft && typed) || readMailServer(item?.value ?? '');
  const change = (part: Partial<MailServerFields>) => {
    const next = { ...fields, ...part };
    setTyped(next);
    form.write('SMTP_URL', writeMailServer(next));
  };
  const shared = { disabled: item?.isFixed ?? false, autoComplete: 'off' };
  const isKept = Boolean(item?.isSet) && fields.user !== '' && fields.password === '';
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
        <Field label={names('name.SMTP_URL')} hint={notes}>
          <Input
            {...shared}
            name="mailHost"
            placeholder="mail.example.org"
            value={fields.host}
            onValueChange={(host) => change({ host })}
          />
        </Field>
        <Field label={t('port')}>
          <Input
            {...shared}
            name="mailPort"
            inputMode="numeric"
            placeholder={fields.scheme === 'smtps' ? '465' : '587'}
            value={fields.port}
            onValueChange={(port) => change({ port })}
          />
        </Field>
      </div>
      <Field label={t('encryption')}>
        <Select
          name="mailEncryption"
          disabled={shared.disabled}
          options={[
            { value: 'smtps', label: t('tls') },
            { value: 'smtp', label: t('starttls') },
          ]}
          value={fields.scheme}
          onValueChange={(scheme) => change({ scheme })}
        />
      </Field>
      <Field label={t('user')}>
        <Input {...shared} name="mailUser" value={fields.user} onValueChange={(user) => change({ user })} />
      </Field>
      <Field label={t('password')} hint={isKept && names('kept')}>
        <PasswordField
          {...shared}
          name="mailSecret"
          autoComplete="new-password"
          showLabel={words('show')}
          value={fields.password}
          onValueChange={(password) => change({ password })}
        />
      </Field>
    </>
  );
}
