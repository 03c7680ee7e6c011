import { choiceCookieNames } from '@/lib/contract/http/names';
import { automaticZone } from '@/lib/domain/time/time-zone';
import { storePreference } from './store-preference';

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const key = 'slipway_zone_asked';

/** Remembers per browser that the question was asked. Without storage it lasts as long as the page. */
export function wasZoneAsked(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function markZoneAsked(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // It is asked again with the next page.
  }
}

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
