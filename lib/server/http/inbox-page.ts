import 'server-only';
import { headers } from 'next/headers';
import { cache } from 'react';
import { alias } from '@/lib/contract/alias/alias';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { decodeSegment } from '@/lib/domain/url';
import { isOutage } from '@/lib/server/db/outage';
import { cookiesOf } from '@/lib/server/request-cookies';
import { type InboxView, inboxLanguage, peekAlias } from '@/lib/server/services/alias/peek';
import { innerHeaders } from './inner-headers';
import { optionalPageContext } from './page';
import { inboxProofOf } from './proof';

const isId = (id: string): boolean => alias.get.params.safeParse({ id }).success;

/** Cached for the page and its title. Returns null for an unknown alias. */
export const peekInbox = cache(async (id: string): Promise<InboxView | null> => {
  if (!isId(id)) return null;
  const { cookie } = inboxProofOf(await headers(), id);
  return peekAlias(await optionalPageContext(), id, cookie);
});

/**
 * Languages of the inbox that is open or was opened last. Empty during a database outage, because error pages
 * need it, too.
 */
export async function inboxLanguages(): Promise<string[]> {
  const head = await headers();
  const part = head.get(innerHeaders.inbox);
  if (part === null) return cookiesOf(head, choiceCookieNames.inboxLanguage);
  try {
    const id = decodeSegment(part);
    const language = isId(id) ? await inboxLanguage(await optionalPageContext(), id) : null;
    return language === null ? [] : [language];
  } catch (error) {
    if (isOutage(error)) return [];
    throw error;
  }
}
