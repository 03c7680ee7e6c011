import { auth } from '@/lib/contract/auth';
import { enterThroughProxy } from '@/lib/server/auth/external/proxy-flow';
import { innerHeaders, proxyPersonOf } from '@/lib/server/http/inner-headers';
import { route } from '@/lib/server/http/route';
import { refuseForged, ticketHeader } from '@/lib/server/services/doctor/ticket';
import { authAnswer } from '@/lib/server/services/session/sessions';

export const POST = route(auth.proxy, async ({ ctx, headers, body, setCookie }) => {
  const isKept = body.keepSignedIn ?? false;
  const person = proxyPersonOf(headers);
  const email = headers.get(innerHeaders.proxyEmail);
  await refuseForged(headers.get(ticketHeader), ctx, { person, email });
  const { viewer, cookie } = await enterThroughProxy(ctx, person, isKept);
  setCookie(cookie);
  return authAnswer(ctx, viewer, isKept);
});
