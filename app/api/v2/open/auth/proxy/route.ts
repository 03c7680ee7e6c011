import { auth } from '@/lib/contract/auth';
import { sessionCookie } from '@/lib/server/http/cookies';
import { proxyPersonOf } from '@/lib/server/http/proxy-person';
import { route } from '@/lib/server/http/route';
import { signInByProxy } from '@/lib/server/services/session/sign-in-by-proxy';
import { authAnswer } from '@/lib/server/services/session/token';

export const POST = route(auth.proxy, async ({ ctx, headers, setCookie }) => {
  const answer = await authAnswer(ctx, await signInByProxy(ctx, proxyPersonOf(headers)));
  setCookie(sessionCookie(answer.token, answer.validMs));
  return answer;
});
