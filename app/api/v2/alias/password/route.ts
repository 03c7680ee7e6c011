import { unlock } from '@/lib/contract/alias/unlock';
import { inboxCookie } from '@/lib/server/http/cookies';
import { route } from '@/lib/server/http/route';
import { createInboxProof } from '@/lib/server/services/alias/inbox-password';
import { senderKey } from '@/lib/server/services/alias/inbox-seal';

// The password was checked before, as for every call through an alias.
export const POST = route(unlock, async ({ ctx, setCookie }) => {
  setCookie(inboxCookie(ctx.alias.id, await createInboxProof(ctx, ctx.alias)));
  return { publicKey: await senderKey(ctx) };
});
