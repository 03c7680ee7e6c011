import { unlock } from '@/lib/contract/alias/unlock';
import { inboxCookie } from '@/lib/server/http/cookies';
import { route } from '@/lib/server/http/route';
import { unlockInbox } from '@/lib/server/services/alias/unlock';

export const POST = route(unlock, async ({ ctx, body, headers, setCookie }) => {
  const { aliasId, proof } = await unlockInbox(ctx, headers, body.password);
  setCookie(inboxCookie(aliasId, proof));
});
