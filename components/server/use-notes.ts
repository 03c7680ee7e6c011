import { useTranslations } from 'next-intl';
import type { SettingName } from '@/lib/domain/server-settings';
import type { SettingForm } from './use-setting-form';

/** Says why a setting can’t be changed, isn’t used, or was changed by somebody else, and what its zero means. */
export function useNotes(form: SettingForm, name: SettingName): string | undefined {
  const t = useTranslations('server');
  const item = form.itemOf(name);
  const draft = form.draftOf(name);
  if (item?.isFixed) return t('fixed', { name });
  if (draft && draft.was !== item?.value) return t('now', { value: item?.value ?? '–' });
  if (item?.isIgnored) return t('ignored');
  return item?.isOffAtZero ? t('zero') : undefined;
}
