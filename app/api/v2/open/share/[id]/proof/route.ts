import { open } from '@/lib/contract/open';
import { openCookie } from '@/lib/server/http/cookies';
import { route } from '@/lib/server/http/route';
import { proveCode } from '@/lib/server/services/recipient/code';

export const POST = route(open.proveCode, async ({ ctx, params, body, setCookie }) => {
  const { proof, validMs } = await proveCode(ctx, { linkId: params.id, code: body.code });
  setCookie(openCookie('recipient', params.id, proof, validMs));
});
