import 'server-only';
import { arrivedCrcHeader } from '@/lib/contract/http/names';
import { config } from '@/lib/server/config';
import { checkUploadable, shareNamedBy } from '@/lib/server/services/upload/access';
import { withUploadAuthorization } from '../authorization';
import type { Answer, DataRequest } from '../messages';
import { refuse } from '../refuse';
import type { TransferTarget } from '../target';
import { checksumAlgorithms } from './checksum';
import { create } from './create';
import { patch } from './patch';
import { type Reply, type TusRequest, tusRequestOf, tusVersion } from './request';
import { answerTus } from './tus-server';

/** One request of a resumable upload by tus 1.0.0: its right, what it asks for, and its method. */
export async function serveUpload(request: DataRequest, target: TransferTarget): Promise<Answer> {
  try {
    return await withUploadAuthorization(request, target, async (ctx, allowed) => {
      const destination = { shareId: shareNamedBy(ctx, target.id), allowed };
      const asked = tusRequestOf(ctx, request, { target, destination });
      if (asked.method === 'OPTIONS') await checkUploadable(ctx.db, destination); // all others ask with what they do
      return answerOf(asked, await replyTo(asked));
    });
  } catch (error) {
    const answer = refuse(error, request);
    answer.headers['tus-resumable'] = tusVersion;
    if (answer.status === 412) answer.headers['tus-version'] = tusVersion;
    if (answer.status === 413) answer.headers['tus-max-size'] = String(config().MAX_SIZE);
    return answer;
  }
}

function replyTo(request: TusRequest): Promise<Reply> {
  if (request.method === 'POST') return create(request);
  return request.method === 'PATCH' ? patch(request) : answerTus(request);
}

/** With the headers that all methods have in common. */
function answerOf({ method, ctx }: TusRequest, { status, headers, file }: Reply): Answer {
  headers['tus-resumable'] = tusVersion;
  if (method === 'OPTIONS') headers['tus-checksum-algorithm'] = checksumAlgorithms.join(',');
  if (method === 'HEAD') headers['tus-max-size'] = String(ctx.config.MAX_SIZE);
  if (method === 'HEAD' && file) headers[arrivedCrcHeader.toLowerCase()] = file.crc32;
  if (file?.expiresAt) headers['upload-expires'] = file.expiresAt.toUTCString();
  return { status, headers, body: null };
}
