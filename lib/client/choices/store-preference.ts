import type { choiceCookieNames } from '@/lib/contract/http/names';

const yearSeconds = 365 * 24 * 3600;

/** Stores a preference in a cookie, so that the server renders the page with it. */
export function storePreference(
  name: (typeof choiceCookieNames)['language' | 'theme' | 'timezone'],
  value: string,
): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where there is no https
  document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`;
}
