import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Answer, Incoming } from './exchange';
import { serveFile } from './file/serve-file';
import { methods, targetOf } from './paths';
import { refuse } from './refuse';
import { serveUpload } from './upload/serve-upload';

/** The data plane itself: node.ts and web.ts only carry requests in and answers out. Never throws. */
export async function serve(request: Incoming): Promise<Answer> {
  try {
    const target = targetOf(new URL(request.url, 'http://localhost').pathname);
    if (!target) throw new AppError('request.notFound');
    const allowed = methods[target.kind];
    if (!allowed.includes(request.method)) return refuseMethod(request, allowed);
    const isFile = target.kind === 'ownFile' || target.kind === 'openFile';
    return await (isFile ? serveFile(request, target) : serveUpload(request, target));
  } catch (error) {
    return refuse(error, request);
  }
}

function refuseMethod(request: Incoming, allowed: readonly string[]): Answer {
  const answer = refuse(new AppError('request.methodNotAllowed'), request);
  answer.headers.set('allow', allowed.join(', '));
  return answer;
}
