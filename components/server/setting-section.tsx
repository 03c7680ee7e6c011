import { useTranslations } from 'next-intl';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { Outcome, SettingsSection } from '@/components/settings/settings-section';
import { Button } from '@/components/ui/button';
import {
  pictureSettings,
  type SettingGroup,
  type SettingName,
  settingGroups,
} from '@/lib/domain/server-settings';
import { SettingField } from './setting-field';
import { type SettingForm, useSettingForm } from './use-setting-form';

/** Their sections draw them by fields of their own. */
const drawnApart: readonly SettingName[] = ['BASE_URL', 'SMTP_URL', 'OAUTH_PROVIDERS', ...pictureSettings];

type SettingSectionProps = {
  group: SettingGroup;
  children?: (form: SettingForm) => ReactNode;
  /** Beside the button that saves. */
  actions?: (form: SettingForm) => ReactNode;
  /** Sent by `actions`. The newer answer stands beside the buttons. */
  acted?: ComponentProps<typeof Outcome>['sent'];
};

/** A group of settings with a form of its own. `children` come before the fields of the list. */
export function SettingSection({ group, children, actions, acted }: SettingSectionProps) {
  const t = useTranslations('server');
  const form = useSettingForm();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save().catch(() => undefined); // said by Outcome
  };
  return (
    <div id={group} className="scroll-mt-20">
      <SettingsSection title={t(`group.${group}.title`)} lead={t(`group.${group}.lead`)}>
        <form
          method="post"
          noValidate
          autoComplete="off"
          onSubmit={submit}
          className="flex max-w-md flex-col gap-4"
        >
          {children?.(form)}
          {settingGroups[group].map(
            (name) => !drawnApart.includes(name) && <SettingField key={name} form={form} name={name} />,
          )}
          {form.proofFields}
          <Outcome sent={acted && acted.submittedAt >= form.send.submittedAt ? acted : form.send} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" tone="quiet" disabled={!form.isChanged} pending={form.send.isPending}>
              {t('save')}
            </Button>
            {actions?.(form)}
          </div>
        </form>
      </SettingsSection>
    </div>
  );
}
