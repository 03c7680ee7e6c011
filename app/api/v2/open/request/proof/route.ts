import { asked } from '@/lib/contract/alias/asked';
import { proveRequest } from '@/lib/features/request/proof';
import { inboxCookie } from '@/lib/server/http/cookies';
import { route } from '@/lib/server/http/route';

export const POST = route(asked.proveCode, async ({ ctx, body, setCookie }) => {
  const { cookieOf, proof } = await proveRequest(ctx, body);
  setCookie(inboxCookie(cookieOf, proof));
});
