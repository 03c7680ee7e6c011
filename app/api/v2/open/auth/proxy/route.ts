import { auth } from '@/lib/contract/auth';
import { sessionCookie } from '@/lib/server/http/cookies';
import { innerHeaders, proxyPersonOf } from '@/lib/server/http/inner-headers';
import { route } from '@/lib/server/http/route';
import { refuseForged, ticketHeader } from '@/lib/server/services/doctor/ticket';
import { authAnswer } from '@/lib/server/services/session/sessions';
import { signInByProxy } from '@/lib/server/services/session/sign-in-by-proxy';

export const POST = route(auth.proxy, async ({ ctx, headers, body, setCookie }) => {
  const isKept = body.keepSignedIn ?? false;
  const person = proxyPersonOf(headers);
  const email = headers.get(innerHeaders.proxyEmail);
  await refuseForged(headers.get(ticketHeader), ctx, { person, email });
  const answer = await authAnswer(ctx, await signInByProxy(ctx, person, isKept), isKept);
  setCookie(sessionCookie(answer.token, isKept));
  return answer;
});
