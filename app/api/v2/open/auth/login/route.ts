import { auth } from '@/lib/contract/auth';
import { sessionCookie } from '@/lib/server/http/cookies';
import { route } from '@/lib/server/http/route';
import { signIn } from '@/lib/server/services/session/sign-in';
import { authAnswer } from '@/lib/server/services/session/token';

export const POST = route(auth.login, async ({ ctx, body, setCookie }) => {
  const answer = await authAnswer(ctx, await signIn(ctx, body));
  setCookie(sessionCookie(answer.token, answer.validMs));
  return answer;
});
