'use client';

import { XIcon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { AddressField } from '@/components/server/address-field';
import { PictureField } from '@/components/server/look-fields';
import { MailFields } from '@/components/server/mail-fields';
import { MailTest } from '@/components/server/mail-group';
import { SettingField } from '@/components/server/setting-field';
import { type SettingForm, useSettingForm } from '@/components/server/use-setting-form';
import { Button, IconButton } from '@/components/ui/button';
import { useToast } from '@/components/ui/dialog/toast';
import { Field } from '@/components/ui/form/field';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { Input } from '@/components/ui/form/input';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { profile } from '@/lib/contract/account/profile';
import { settings } from '@/lib/contract/settings';
import { type FirstStep, isFirstHour } from '@/lib/domain/first-steps';
import { emailIn, isEmailOrNone } from '@/lib/domain/mail/mail-address';
import { FirstSteps } from './first-steps';

/** One card at an admin’s first sign-in, made of the fields of the settings’ own pages. */
export function FirstHour({ left }: { left: readonly FirstStep[] }) {
  // Saving before a test finishes steps, and leaves the card where it is.
  const [isOver, setOver] = useState(!isFirstHour(left));
  return isOver ? <FirstSteps left={left} /> : <FirstHourCard onOver={() => setOver(true)} />;
}

function FirstHourCard({ onOver }: { onOver: () => void }) {
  const t = useTranslations('home.firstSteps');
  const server = useTranslations('server');
  const titleId = useId();
  const own = useOwnWords();
  const form = useSettingForm({ asksAnyway: own.isEmailChanged });
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  useAddressFilledIn(form);

  async function goOn(): Promise<void> {
    setPending(true);
    try {
      await form.save();
      await own.save(form.proof.password);
      onOver();
      router.refresh();
    } catch {
      // said above the button
    } finally {
      setPending(false);
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (own.problem) focusFirstProblem(event.currentTarget);
    else if (!isPending) void goOn();
  };
  return (
    <section
      aria-labelledby={titleId}
      className="mb-6 rounded-card bg-raised p-5 shadow-card ring-1 ring-line sm:p-6"
    >
      <div className="mb-6 flex items-start gap-2">
        <div className="mr-auto min-w-0">
          <h2 id={titleId} className="text-lg font-semibold tracking-tight">
            {t('title')}
          </h2>
          <p className="mt-1 text-sm text-muted">{t('lead')}</p>
        </div>
        <IconButton label={t('later')} onClick={onOver}>
          <XIcon aria-hidden />
        </IconButton>
      </div>
      <form method="post" noValidate autoComplete="off" onSubmit={submit} className="flex flex-col gap-8">
        <div className="grid gap-x-10 gap-y-8 *:min-w-0 lg:grid-cols-2">
          <div className="flex flex-col gap-8">
            <Part title={t('you')}>{own.fields}</Part>
            <Part title={server('title')}>
              <AddressField form={form} />
              <PictureField form={form} name="LOGO_URL" />
            </Part>
          </div>
          <Part title={server('group.mail.title')}>
            <MailFields form={form} />
            <SettingField form={form} name="MAIL_FROM" />
            <MailTest form={form} suggested={own.email} />
          </Part>
        </div>
        <div className="flex max-w-md flex-col gap-4 border-t border-line pt-6">
          {form.proofFields}
          <FailureBanner error={form.send.error ?? own.error} />
          <div className="flex">
            <Button type="submit" pending={isPending}>
              {t('continue')}
            </Button>
          </div>
        </div>
      </form>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      {children}
    </fieldset>
  );
}

/** The name and address of the admin, who may leave both as they are. */
function useOwnWords() {
  const t = useTranslations('settings');
  const toast = useToast();
  const stored = useCall(profile.get, {}).data;
  const email = useCall(settings.getEmail, {}).data;
  const [typed, setTyped] = useState<{ name?: string; email?: string }>({});
  const saveName = useSend(profile.save, { reloads: [profile.get] });
  const saveEmail = useSend(settings.setEmail, { reloads: [settings.getEmail] });
  const was = email?.email ?? null;
  const values = {
    name: typed.name ?? stored?.name ?? '',
    email: typed.email ?? email?.pending ?? was ?? '',
  };
  const isEmailChanged = typed.email !== undefined && (emailIn(values.email) ?? '') !== (was ?? '');
  const problem = isEmailOrNone(values.email) ? undefined : t('email.invalid');
  return {
    email: values.email,
    isEmailChanged,
    problem,
    error: saveName.error ?? saveEmail.error,
    save: async (password: string) => {
      if (values.name.trim() !== (stored?.name ?? ''))
        await saveName.mutateAsync({ body: { name: values.name.trim() || null } });
      if (!isEmailChanged) return;
      const { pending, message } = await saveEmail.mutateAsync({
        body: { email: values.email, was, password },
      });
      if (pending) toast(message); // it waits for the mailed link
    },
    fields: (
      <div className="grid gap-4 sm:grid-cols-2 *:min-w-0">
        <Field label={t('profile.name')}>
          <Input
            name="displayName"
            autoComplete="name"
            maxLength={255}
            value={values.name}
            onValueChange={(name) => setTyped({ ...typed, name })}
          />
        </Field>
        <Field label={t('email.label')} error={problem}>
          <Input
            type="email"
            name="email"
            autoComplete="email"
            maxLength={254}
            value={values.email}
            onValueChange={(next) => setTyped({ ...typed, email: next })}
          />
        </Field>
      </div>
    ),
  };
}

/** A server that nobody has told its address is at the one of this page. */
function useAddressFilledIn(form: SettingForm): void {
  const item = form.itemOf('BASE_URL');
  const fill = useEffectEvent(() => {
    const isOpen = item && !item.isFixed && item.value === null && item.fallback !== location.origin;
    if (isOpen && !form.draftOf('BASE_URL')) form.write('BASE_URL', location.origin);
  });
  const isKnown = item !== undefined;
  useEffect(() => {
    if (isKnown) fill();
  }, [isKnown]);
}
