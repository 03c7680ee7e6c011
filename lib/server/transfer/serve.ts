import 'server-only';
import { serveFile } from './download/serve-file';
import { serveForm } from './form/serve-form';
import { serveListing } from './listing/serve-listing';
import { serveTable } from './listing/serve-table';
import type { TransferRequest, TransferResponse } from './messages';
import { pageInstead } from './page-instead';
import { serveProbe } from './probe/serve-probe';
import { errorResponse } from './refuse';
import { serveSend } from './send/serve-send';
import type { TransferKind, TransferTarget } from './target';
import { serveThumbnail } from './thumbnail/serve-thumbnail';
import { serveUpload } from './tus/serve-upload';
import { serveZip } from './zip/serve-zip';

type Serve = (request: TransferRequest, target: TransferTarget) => Promise<TransferResponse>;

/** The class by which metrics and logs count a call, and the function that answers it. */
const calls = {
  ownFile: ['download', serveFile],
  openFile: ['download', serveFile],
  openNamed: ['download', serveFile],
  ownThumbnail: ['download', serveThumbnail],
  openThumbnail: ['download', serveThumbnail],
  ownZip: ['zip', serveZip],
  inboxZip: ['zip', serveZip],
  openZip: ['zip', serveZip],
  inboxTable: ['call', serveTable],
  inboxWorkbook: ['call', serveTable],
  openText: ['call', serveListing],
  openSums: ['call', serveListing],
  openUrls: ['call', serveListing],
  form: ['form', serveForm],
  formInto: ['form', serveForm],
  aliasForm: ['form', serveForm],
  aliasFormInto: ['form', serveForm],
  send: ['form', serveSend],
  sendNamed: ['form', serveSend],
  aliasSend: ['form', serveSend],
  aliasSendNamed: ['form', serveSend],
  uploads: ['upload', serveUpload],
  upload: ['upload', serveUpload],
  aliasUploads: ['upload', serveUpload],
  aliasUpload: ['upload', serveUpload],
  probe: ['probe', serveProbe],
} as const satisfies Record<TransferKind, readonly [string, Serve]>;

export type TransferClass = (typeof calls)[TransferKind][0];

export const transferClass = (kind: TransferKind): TransferClass => calls[kind][0];

/** Answers a call of the transfer layer. Never throws. */
export async function serve(request: TransferRequest, target: TransferTarget): Promise<TransferResponse> {
  try {
    const [, answer] = calls[target.kind];
    return pageInstead(await answer(request, target), request, target);
  } catch (error) {
    return errorResponse(error, request);
  }
}
