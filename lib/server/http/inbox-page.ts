import 'server-only';
import { headers } from 'next/headers';
import { cache } from 'react';
import { alias } from '@/lib/contract/alias/alias';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { isOutage } from '@/lib/server/db/outage';
import { cookiesOf } from '@/lib/server/request-cookies';
import { type InboxView, peekAlias } from '@/lib/server/services/alias/peek';
import { innerHeaders } from './inner-headers';
import { optionalPageContext } from './page';
import { inboxProofOf } from './proof';

/** What the page of an alias shows, asked once for its language, its title and itself. Null where there is none. */
export const peekInbox = cache(async (id: string): Promise<InboxView | null> => {
  const isId = alias.get.params.safeParse({ id }).success;
  if (!isId) return null;
  const { cookie } = inboxProofOf(await headers(), id);
  return peekAlias(await optionalPageContext(), id, cookie);
});

/**
 * What an inbox speaks, on its page and on what follows that. Nothing when the database is away: error pages ask, too.
 */
export async function inboxLanguages(): Promise<string[]> {
  const head = await headers();
  const id = head.get(innerHeaders.inbox);
  if (id === null) return cookiesOf(head, choiceCookieNames.inboxLanguage);
  try {
    const view = await peekInbox(id);
    return [(view && 'language' in view && view.language) || []].flat();
  } catch (error) {
    if (isOutage(error)) return [];
    throw error;
  }
}
