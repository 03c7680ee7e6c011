import { open } from '@/lib/contract/open';
import { openCookie, pageVisitCookie } from '@/lib/server/http/cookies';
import { proofOf } from '@/lib/server/http/proof';
import { route } from '@/lib/server/http/route';
import { openShare } from '@/lib/server/services/open/open-share';

export const GET = route(open.get, async ({ ctx, params, query, headers, setCookie }) => {
  const { detail, pass } = await openShare(ctx, params.id, proofOf(headers), query.filesUpTo);
  if (pass) {
    setCookie(openCookie('visit', params.id, pass.visit, pass.validMs));
    setCookie(pageVisitCookie(params.id, pass.visit, pass.validMs));
  }
  if (pass?.password) setCookie(openCookie('password', params.id, pass.password, pass.validMs));
  return { ...detail, visitKey: pass?.key ?? null };
});
