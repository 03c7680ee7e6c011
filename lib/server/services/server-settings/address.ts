import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { checkBaseUrl } from '@/lib/server/services/doctor/check-by-base-url';
import { newTicket } from '@/lib/server/services/doctor/ticket';

/**
 * Tries a new public address before it counts. A browser that is there has tried it, where the server can’t reach
 * itself.
 * @throws setting.addressElsewhere
 */
export async function checkAddress({ now }: Context, url: string, origin: string | null): Promise<void> {
  const base = new URL(url).origin;
  if (base === origin) return;
  const { outcome } = await checkBaseUrl({ base, ticket: await newTicket(now) });
  if (outcome === 'failure') throw new AppError('setting.addressElsewhere', { url: base });
}
