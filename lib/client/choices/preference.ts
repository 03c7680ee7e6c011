import type { choiceCookieNames } from '@/lib/contract/http/names';

const yearSeconds = 365 * 24 * 3600;

/** A person's choice for this browser. A cookie, so that the server draws the page with it at once. */
export function keepPreference(
  name: (typeof choiceCookieNames)['language' | 'theme' | 'timezone'],
  value: string,
): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where there is no https
  document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`;
}
