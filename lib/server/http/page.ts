import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { alias } from '@/lib/contract/alias/alias';
import type { Access } from '@/lib/contract/http/endpoint';
import { choiceCookieNames } from '@/lib/contract/http/names';
import type { Preferences } from '@/lib/contract/settings';
import { isIdent } from '@/lib/domain/ident';
import { decodeSegment } from '@/lib/domain/url';
import { paths, serverPaths } from '@/lib/paths';
import { wasOfLeaver } from '@/lib/server/auth/caller';
import type { Context } from '@/lib/server/context';
import { isOutage } from '@/lib/server/db/errors';
import { cookiesOf } from '@/lib/server/request-headers';
import { type InboxView, inboxLanguage, peekAlias } from '@/lib/server/services/alias/peek';
import { getPreferences } from '@/lib/server/services/settings/preferences';
import { type ContextFor, contextFor, isSignedOut } from './context';
import { innerHeaders } from './inner-headers';
import { inboxProofOf } from './proof';

/** The viewer may still lack a second factor that is demanded: only the page that sets one up is for them. */
export const anySessionContext = cache(async (): Promise<Context> => {
  const request = { headers: await headers(), method: 'GET' };
  try {
    return await contextFor(request, 'user', null, true);
  } catch (error) {
    if (isSignedOut(error)) return contextFor(request, 'open');
    throw error;
  }
});

/** `viewer` is null without a session that may do something. Cached for a page and its layouts. */
export const optionalPageContext = cache(async (): Promise<Context> => {
  const context = await anySessionContext();
  return context.viewer?.lacksFactor ? { ...context, viewer: null } : context;
});

/** Null without a session and during a database outage, because error pages need it, too. */
export const chosenPreferences = cache(async (): Promise<Preferences | null> => {
  try {
    const { viewer, ...context } = await optionalPageContext();
    return viewer && (await getPreferences({ ...context, viewer }));
  } catch (error) {
    if (isOutage(error)) return null;
    throw error;
  }
});

/** True in a browser whose session ended when its person deleted the account, until a sign-in undoes it. */
export const hasLeftAccount = async ({ db, viewer, now }: Context): Promise<boolean> =>
  !viewer && wasOfLeaver(db, await headers(), now);

export async function pageId(params: Promise<{ id: string }>): Promise<string> {
  const { id } = await params;
  return isIdent(decodeSegment(id)) ? decodeSegment(id) : id;
}

/** Redirects to the login page, which returns to `here`, or to an information page. */
export async function pageContext<X extends Access>(access: X, here: string): Promise<ContextFor<X>> {
  const context = await optionalPageContext();
  if (access === 'user' || access === 'admin') {
    if (!context.viewer) {
      const { viewer } = await anySessionContext();
      redirect(viewer ? serverPaths.secondFactor(here) : paths.login(here));
    }
    if (access === 'admin' && !context.viewer.admin) redirect(paths.info(0));
  }
  // Safe: the redirects above narrow viewer.
  return context as ContextFor<X>;
}

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
