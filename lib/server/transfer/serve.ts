import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { serveFile } from './download/serve-file';
import { serveForm } from './form/serve-form';
import { serveListing } from './listing/serve-listing';
import { serveTable } from './listing/serve-table';
import type { Answer, DataRequest } from './messages';
import { pageInstead } from './page-instead';
import { methods, type Target } from './paths';
import { serveProbe } from './probe/serve-probe';
import { refuse } from './refuse';
import { serveSend } from './send/serve-send';
import { serveThumbnail } from './thumbnail/serve-thumbnail';
import { serveUpload } from './tus/serve-upload';
import { serveZip } from './zip/serve-zip';

type Serve = (request: DataRequest, target: Target) => Promise<Answer>;

const servers: Record<Target['kind'], Serve> = {
  ownFile: serveFile,
  openFile: serveFile,
  ownThumbnail: serveThumbnail,
  openThumbnail: serveThumbnail,
  ownZip: serveZip,
  inboxZip: serveZip,
  inboxTable: serveTable,
  inboxWorkbook: serveTable,
  openZip: serveZip,
  openText: serveListing,
  openSums: serveListing,
  openUrls: serveListing,
  openNamed: serveFile,
  form: serveForm,
  formInto: serveForm,
  aliasForm: serveForm,
  aliasFormInto: serveForm,
  uploads: serveUpload,
  upload: serveUpload,
  aliasUploads: serveUpload,
  aliasUpload: serveUpload,
  send: serveSend,
  sendNamed: serveSend,
  aliasSend: serveSend,
  aliasSendNamed: serveSend,
  probe: serveProbe,
};

/** The transfer layer itself: node-http.ts and web.ts only carry requests in and answers out. Never throws. */
export async function serve(request: DataRequest, target: Target | null): Promise<Answer> {
  try {
    if (!target) throw new AppError('request.notFound');
    const allowed = methods[target.kind];
    if (!allowed.includes(request.method)) return refuseMethod(request, allowed);
    return pageInstead(await servers[target.kind](request, target), request, target);
  } catch (error) {
    return refuse(error, request);
  }
}

function refuseMethod(request: DataRequest, allowed: readonly string[]): Answer {
  const answer = refuse(new AppError('request.methodNotAllowed'), request);
  answer.headers.allow = allowed.join(', ');
  return answer;
}
