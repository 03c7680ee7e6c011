import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { Access } from '@/lib/contract/http/endpoint';
import type { Preferences } from '@/lib/contract/settings';
import { isIdent } from '@/lib/domain/ident';
import { decodeSegment } from '@/lib/domain/url';
import { paths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import { isOutage } from '@/lib/server/db/outage';
import { getPreferences } from '@/lib/server/services/settings/preferences';
import { type ContextFor, contextFor, isNobody } from './context';

/** For what everyone may see: `viewer` is null when nobody is signed in. Asked once for a page and its layouts. */
export const optionalPageContext = cache(async (): Promise<Context> => {
  const request = { headers: await headers(), method: 'GET' };
  try {
    return await contextFor(request, 'user');
  } catch (error) {
    if (isNobody(error)) return contextFor(request, 'open');
    throw error;
  }
});

/** What the person who is signed in has chosen. Null without one, and when the database is away: error pages ask, too. */
export const chosenPreferences = cache(async (): Promise<Preferences | null> => {
  try {
    const { viewer, ...context } = await optionalPageContext();
    return viewer && (await getPreferences({ ...context, viewer }));
  } catch (error) {
    if (isOutage(error)) return null;
    throw error;
  }
});

/** The ID in a page's address, which the framework hands out escaped. What can't be an ID stays so, and is none. */
export async function pageId(params: Promise<{ id: string }>): Promise<string> {
  const { id } = await params;
  return isIdent(decodeSegment(id)) ? decodeSegment(id) : id;
}

/** The page's own guard: no context, no data. Signed out goes to login and comes back to `here`. */
export async function pageContext<X extends Access>(access: X, here: string): Promise<ContextFor<X>> {
  const context = await optionalPageContext();
  if (access === 'user' || access === 'admin') {
    if (!context.viewer) redirect(paths.login(here));
    if (access === 'admin' && !context.viewer.admin) redirect(paths.info(0));
  }
  // Safe: the redirects above are what narrows viewer.
  return context as ContextFor<X>;
}
