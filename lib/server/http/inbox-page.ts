import 'server-only';
import { headers } from 'next/headers';
import { cache } from 'react';
import { alias } from '@/lib/contract/alias/alias';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { decodeSegment } from '@/lib/domain/url';
import { isOutage } from '@/lib/server/db/outage';
import { cookiesOf } from '@/lib/server/request-cookies';
import { type InboxView, languageOfInbox, peekAlias } from '@/lib/server/services/alias/peek';
import { innerHeaders } from './inner-headers';
import { optionalPageContext } from './page';
import { inboxProofOf } from './proof';

const isId = (id: string): boolean => alias.get.params.safeParse({ id }).success;

/** What the page of an alias shows, asked once for its title and itself. Null where there is none. */
export const peekInbox = cache(async (id: string): Promise<InboxView | null> => {
  if (!isId(id)) return null;
  const { cookie } = inboxProofOf(await headers(), id);
  return peekAlias(await optionalPageContext(), id, cookie);
});

/**
 * What an inbox speaks, on its page and on what follows that. Nothing when the database is away: error pages ask, too.
 */
export async function inboxLanguages(): Promise<string[]> {
  const head = await headers();
  const part = head.get(innerHeaders.inbox);
  if (part === null) return cookiesOf(head, choiceCookieNames.inboxLanguage);
  try {
    const id = decodeSegment(part);
    const language = isId(id) ? await languageOfInbox(await optionalPageContext(), id) : null;
    return language === null ? [] : [language];
  } catch (error) {
    if (isOutage(error)) return [];
    throw error;
  }
}
