import { auth } from '@/lib/contract/auth';
import { sessionCookie } from '@/lib/server/http/cookies';
import { route } from '@/lib/server/http/route';
import { refreshSession } from '@/lib/server/services/session/sessions';

export const POST = route(auth.session, async ({ ctx, setCookie }) => {
  const { isKept, answer } = await refreshSession(ctx);
  setCookie(sessionCookie(answer.token, isKept));
  return answer;
});
