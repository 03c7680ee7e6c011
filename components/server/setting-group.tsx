import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FocusSection } from '@/components/settings/focus-section';
import { SettingsSection } from '@/components/settings/settings-section';
import {
  type SettingGroup as Group,
  pictureSettings,
  type SettingName,
  settingGroups,
} from '@/lib/domain/server-settings';
import { SettingField } from './setting-field';
import type { SettingForm } from './use-setting-form';

/** Their groups draw them by fields of their own. */
const drawnApart: readonly SettingName[] = ['BASE_URL', 'SMTP_URL', 'OAUTH_PROVIDERS', ...pictureSettings];

type SettingGroupProps = {
  group: Group;
  form: SettingForm;
  /** The page’s title says already what it is about. */
  isOnly?: boolean;
  /** Before the fields of the list. */
  children?: ReactNode;
  after?: ReactNode;
};

export function SettingGroup({ group, form, isOnly = false, children, after }: SettingGroupProps) {
  const t = useTranslations('server');
  const title = t(`group.${group}.title`);
  const fields = (
    <div className="flex max-w-md flex-col gap-4">
      {children}
      {settingGroups[group].map(
        (name) => !drawnApart.includes(name) && <SettingField key={name} form={form} name={name} />,
      )}
      {after}
    </div>
  );
  return (
    <div id={group} className="scroll-mt-20">
      {isOnly ? (
        <FocusSection aria-label={title} className="border-t border-line py-8">
          {fields}
        </FocusSection>
      ) : (
        <SettingsSection title={title} lead={t(`group.${group}.lead`)}>
          {fields}
        </SettingsSection>
      )}
    </div>
  );
}
