import { choiceCookieNames } from '@/lib/contract/http/names';
import { automaticZone } from '@/lib/domain/time/time-zone';
import { deviceZone } from './device-zone';
import { storePreference } from './store-preference';

/** Stores the account's choices in cookies. Returns true when the page was rendered for another time zone. */
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
