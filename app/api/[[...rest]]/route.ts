import { AppError } from '@/lib/contract/errors';
import { refusalOf } from '@/lib/server/http/refusal';

/** What no call answers: in the same words and shape as every other refusal. */
function handler(request: Request): Response {
  const { status, headers, body } = refusalOf(new AppError('request.notFound'), request);
  return Response.json(body, { status, headers });
}

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
