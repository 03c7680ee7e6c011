import { auth } from '@/lib/contract/auth';
import { sessionCookie } from '@/lib/server/http/cookies';
import { route } from '@/lib/server/http/route';
import { authAnswer } from '@/lib/server/services/session/sessions';
import { signIn } from '@/lib/server/services/session/sign-in';

export const POST = route(auth.login, async ({ ctx, body, setCookie }) => {
  const { account, password, keepSignedIn: isKept = false } = body;
  const viewer = await signIn(ctx, { account, password, isKept, isProgram: true });
  const answer = await authAnswer(ctx, viewer, isKept);
  setCookie(sessionCookie(answer.token, isKept));
  return answer;
});
