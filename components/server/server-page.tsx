'use client';

import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PageHeader } from '@/components/ui/page-header';
import { useSend } from '@/lib/client/call/use-call';
import { mail } from '@/lib/contract/mail';
import { pictureSettings } from '@/lib/domain/server-settings';
import { CheckedSection } from './checked-section';
import { PictureField } from './look-fields';
import { MailFields } from './mail-fields';
import { ProvidersSection } from './providers-section';
import { SettingSection } from './setting-section';
import { useNotes } from './use-notes';
import type { SettingForm } from './use-setting-form';

export function ServerPage() {
  const t = useTranslations('server');
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      <SettingSection group="address">{(form) => <AddressField form={form} />}</SettingSection>
      <MailSection />
      <SettingSection group="people" />
      <SettingSection group="limits" />
      <SettingSection group="look">
        {(form) => pictureSettings.map((name) => <PictureField key={name} form={form} name={name} />)}
      </SettingSection>
      <SettingSection group="announcement" />
      <SettingSection group="legal" />
      <CheckedSection group="scan" />
      <ProvidersSection />
      <CheckedSection group="directory" />
    </div>
  );
}

/** Offers the address of this page, which is known to lead here. */
function AddressField({ form }: { form: SettingForm }) {
  const t = useTranslations('server');
  const notes = useNotes(form, 'BASE_URL');
  const here = useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  );
  const { isFixed = false, fallback = '' } = form.itemOf('BASE_URL') ?? {};
  const text = form.textOf('BASE_URL');
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-full">
        <Field label={t('name.BASE_URL')} hint={notes ?? t('tried')}>
          <Input
            type="url"
            name="BASE_URL"
            disabled={isFixed}
            placeholder={fallback || 'https://files.example.org'}
            value={text}
            onValueChange={(next) => form.write('BASE_URL', next)}
          />
        </Field>
      </div>
      {!isFixed && (
        // Its place is kept, so that nothing moves once the browser has said where it is.
        <span className={here === '' || text === here ? 'invisible' : undefined}>
          <Button tone="ghost" onClick={() => form.write('BASE_URL', here)}>
            {t('use', { origin: here })}
          </Button>
        </span>
      )}
    </div>
  );
}

const never = () => () => undefined;

function MailSection() {
  const t = useTranslations('server.mail');
  const test = useSend(mail.test);
  const sendTest = async (form: SettingForm) => {
    test.reset();
    await form.save();
    await test.mutateAsync({});
  };
  return (
    <SettingSection
      group="mail"
      acted={test}
      actions={(form) => (
        <Button
          tone="quiet"
          pending={test.isPending}
          disabled={form.textOf('SMTP_URL') === ''}
          onClick={() => void sendTest(form).catch(() => undefined)} // said by Outcome
        >
          {t('test')}
        </Button>
      )}
    >
      {(form) => <MailFields form={form} />}
    </SettingSection>
  );
}
