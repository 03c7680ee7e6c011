import { choiceCookieNames } from '@/lib/contract/http/names';
import { automaticZone } from '@/lib/domain/time/time-zone';
import { deviceZone } from './device-zone';
import { storePreference } from './store-preference';

export function storeChoices(
  { language, theme, timezone }: { language: string | null; theme: string | null; timezone: string | null },
  renderedZone: string | undefined,
): boolean {
  if (language) storePreference(choiceCookieNames.language, language);
  if (theme) storePreference(choiceCookieNames.theme, theme);
  if (timezone !== automaticZone || deviceZone() === renderedZone) return false;
  storePreference(choiceCookieNames.timezone, deviceZone());
  return true;
}
