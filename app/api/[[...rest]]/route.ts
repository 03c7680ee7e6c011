import { AppError } from '@/lib/contract/errors';
import { refusalOf } from '@/lib/server/http/refusal';

/** Answers unknown paths with a refusal of the usual shape. */
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
