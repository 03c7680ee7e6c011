import { open } from '@/lib/contract/open';
import { inboxCookie, openCookie, pageVisitCookie } from '@/lib/server/http/cookies';
import { idempotencyKeyOf, proofOf } from '@/lib/server/http/proof';
import { route } from '@/lib/server/http/route';
import { openShare } from '@/lib/server/services/open/open-share';

export const GET = route(open.get, async ({ ctx, params, query, headers, setCookie }) => {
  const proof = { ...proofOf(headers), idempotencyKey: idempotencyKeyOf(headers) };
  const { detail, pass, inbox } = await openShare(ctx, params.id, proof, query.filesUpTo);
  if (pass) {
    setCookie(openCookie('visit', params.id, pass.visit, pass.validMs));
    setCookie(pageVisitCookie(params.id, pass.visit, pass.validMs));
  }
  if (pass?.password) setCookie(openCookie('password', params.id, pass.password, pass.validMs));
  if (inbox) setCookie(inboxCookie(inbox.aliasId, inbox));
  return { ...detail, visitKey: pass?.key ?? null };
});
