import { choiceCookieNames } from '@/lib/contract/http/names';

type Inbox = { id: string; name: string };

const key = 'slipway-inbox';

/** @param language that of the inbox, for `pages` that follow a delivery; null for the default */
export function rememberInbox(inbox: Inbox, language: string | null, pages: readonly string[]): void {
  for (const path of pages) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where there is no https
    document.cookie = `${choiceCookieNames.inboxLanguage}=${language ?? ''}; path=${path}; samesite=lax`;
  }
  try {
    localStorage.setItem(key, JSON.stringify(inbox));
  } catch {
    // private windows keep nothing
  }
}

export function lastInbox(): Inbox | null {
  try {
    const { id, name } = JSON.parse(localStorage.getItem(key) ?? '') as Partial<Inbox>;
    return id && name ? { id, name } : null;
  } catch {
    return null;
  }
}
