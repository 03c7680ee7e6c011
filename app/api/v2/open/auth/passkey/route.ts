import { passkey } from '@/lib/contract/passkey';
import { sessionCookie } from '@/lib/server/http/cookies';
import { route } from '@/lib/server/http/route';
import { authAnswer } from '@/lib/server/services/session/sessions';
import { signInByPasskey } from '@/lib/server/services/session/sign-in-by-passkey';

export const POST = route(passkey.signIn, async ({ ctx, body, setCookie }) => {
  const isKept = body.keepSignedIn ?? false;
  const viewer = await signInByPasskey(ctx, { credential: body.credential, isKept });
  const answer = await authAnswer(ctx, viewer, isKept);
  setCookie(sessionCookie(answer.token, isKept));
  return answer;
});
