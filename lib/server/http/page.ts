import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { Access } from '@/lib/contract/endpoint';
import { AppError } from '@/lib/contract/errors';
import { paths } from '@/lib/paths';
import { callerOf } from '@/lib/server/auth/session';
import { contextOf } from '@/lib/server/container';
import type { Viewer } from '@/lib/server/context';
import { type ContextFor, contextFor } from './context';

/** The page's own guard: no context, no data. Signed out goes to login and comes back to `here`. */
export async function pageContext<X extends Access>(access: X, here: string): Promise<ContextFor<X>> {
  try {
    return await contextFor({ headers: await headers(), method: 'GET' }, access);
  } catch (error) {
    if (error instanceof AppError && error.code === 'auth.required') redirect(paths.login(here));
    if (error instanceof AppError && error.code === 'auth.forbidden') redirect(paths.info(0));
    throw error;
  }
}

/** Who is looking at an open page, when somebody is signed in: for the navigation, never for a right. */
export const pageViewer = cache(async (): Promise<Viewer | null> => {
  const { db, now } = contextOf({ address: null, userAgent: null });
  return (await callerOf(db, await headers(), now))?.viewer ?? null;
});
