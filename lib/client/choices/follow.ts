import { choiceCookieNames } from '@/lib/contract/http/names';
import { automaticZone } from '@/lib/domain/time/time-zone';
import { deviceZone } from './device-zone';
import { keepPreference } from './preference';

type Choices = { language: string | null; theme: string | null; timezone: string | null };

/** Keeps in this browser what the account has chosen. Says whether the page was drawn for another time zone. */
export function follow({ language, theme, timezone }: Choices, drawn: string | undefined): boolean {
  if (language) keepPreference(choiceCookieNames.language, language);
  if (theme) keepPreference(choiceCookieNames.theme, theme);
  if (timezone !== automaticZone || deviceZone() === drawn) return false;
  keepPreference(choiceCookieNames.timezone, deviceZone());
  return true;
}
