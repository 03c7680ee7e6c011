import { choiceCookieNames } from '@/lib/contract/http/names';

type Inbox = { id: string; name: string };

const key = 'slipway-inbox';

/**
 * Stores the inbox used last on this device. @param language language of receipts and other follow-ups; null for the
 * default
 */
export function rememberInbox(inbox: Inbox, language: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where there is no https
  document.cookie = `${choiceCookieNames.inboxLanguage}=${language ?? ''}; path=/; samesite=lax`;
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
