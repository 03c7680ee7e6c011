import 'server-only';
import { targetOf } from '@/lib/server/transfer/paths';
import { isAsset, isCall } from '../address';

/** Kinds of routes that cost alike. */
export type RouteClass = 'upload' | 'form' | 'download' | 'zip' | 'call' | 'page' | 'asset' | 'probe';

export const probePaths = ['/healthz', '/readyz', '/metrics'] as const;

const byTarget = {
  uploads: 'upload',
  upload: 'upload',
  aliasUploads: 'upload',
  aliasUpload: 'upload',
  form: 'form',
  formInto: 'form',
  aliasForm: 'form',
  aliasFormInto: 'form',
  ownFile: 'download',
  openFile: 'download',
  ownThumbnail: 'download',
  openThumbnail: 'download',
  openNamed: 'download',
  openText: 'call',
  openSums: 'call',
  openUrls: 'call',
  ownZip: 'zip',
  inboxZip: 'zip',
  inboxTable: 'call',
  inboxWorkbook: 'call',
  openZip: 'zip',
  send: 'form',
  sendNamed: 'form',
  aliasSend: 'form',
  aliasSendNamed: 'form',
  probe: 'probe',
} as const satisfies Record<NonNullable<ReturnType<typeof targetOf>>['kind'], RouteClass>;

export function classOf(path: string): RouteClass {
  if (probePaths.some((probe) => probe === path)) return 'probe';
  if (isAsset(path)) return 'asset';
  const target = targetOf(path);
  if (target) return byTarget[target.kind];
  return isCall(path) ? 'call' : 'page';
}
