import { auth } from '@/lib/contract/auth';
import { endedSessionCookie } from '@/lib/server/http/cookies';
import { route } from '@/lib/server/http/route';
import { signOut } from '@/lib/server/services/session/sessions';

export const POST = route(auth.logout, async ({ ctx, setCookie }) => {
  await signOut(ctx);
  setCookie(endedSessionCookie());
});
