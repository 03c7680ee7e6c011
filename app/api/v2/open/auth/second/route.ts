import { auth } from '@/lib/contract/auth';
import { sessionCookie } from '@/lib/server/http/cookies';
import { route } from '@/lib/server/http/route';
import { authAnswer } from '@/lib/server/services/session/sessions';
import { signInSecond } from '@/lib/server/services/session/sign-in-second';

export const POST = route(auth.second, async ({ ctx, body, setCookie }) => {
  const { viewer, isKept } = await signInSecond(ctx, body);
  const answer = await authAnswer(ctx, viewer, isKept);
  setCookie(sessionCookie(answer.token, isKept));
  return answer;
});
