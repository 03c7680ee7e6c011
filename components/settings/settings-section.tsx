import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { Banner } from '@/components/ui/dialog/banner';
import { Switch } from '@/components/ui/form/switch';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type PreferencesChange, settings } from '@/lib/contract/settings';
import { FocusSection } from './focus-section';

type SettingsSectionProps = { title: string; lead?: string; children: ReactNode };

export function SettingsSection({ title, lead, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <FocusSection
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 border-t border-line py-8 md:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} tabIndex={-1} className="text-base font-medium outline-none">
          {title}
        </h2>
        {lead && <p className="mt-1 text-sm text-muted text-pretty">{lead}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </FocusSection>
  );
}

/** The stored preferences, with a change that is being saved. */
export function usePreferences() {
  const { data } = useCall(settings.getPreferences, {});
  const send = useSend(settings.setPreferences, { reloads: [settings.getPreferences] });
  return { stored: data, current: { ...data, ...(send.isPending && send.variables.body) }, send };
}

type SwitchSectionProps = {
  name: 'autoPublish' | 'showName';
  isOnAtFirst: boolean;
  texts: Record<'title' | 'label' | 'hint', string>;
};

export function SwitchSection({ name, isOnAtFirst, texts: { title, label, hint } }: SwitchSectionProps) {
  const { current, send } = usePreferences();
  return (
    <SettingsSection title={title}>
      <div className="flex max-w-md flex-col gap-4">
        <Switch
          label={label}
          hint={hint}
          checked={current[name] ?? isOnAtFirst}
          onChange={(event) => send.mutate({ body: { [name]: event.target.checked } as PreferencesChange })}
        />
        <Outcome sent={send} />
      </div>
    </SettingsSection>
  );
}

type OutcomeProps = {
  sent: { error: Error | null; data: { message: string } | undefined; submittedAt: number };
};

/** Stands below what is chosen at once: above, it would move what was just pressed. */
export function Outcome({ sent: { error, data, submittedAt } }: OutcomeProps) {
  const t = useTranslations('settings');
  const failureText = useFailureText();
  if (error) {
    return (
      <Banner key={submittedAt} tone="error">
        {t('submitFailed', { reason: failureText(error) })}
      </Banner>
    );
  }
  return (
    data && (
      <Banner key={submittedAt} tone="success">
        {data.message}
      </Banner>
    )
  );
}
