import { bytePaths } from './bytes';

/** Separate from `bytePaths`, because most pages don't need them. */
export const otherBytePaths = {
  ownThumbnail: '/api/v2/sec/share/{id}/file/{fileId}/thumbnail',
  openThumbnail: '/api/v2/open/share/{id}/file/{fileId}/thumbnail',
  shareLive: '/api/v2/sec/share/{id}/live',
  dataZip: '/api/v2/sec/settings/data/zip',
  inboxZip: '/api/v2/sec/alias/{id}/zip',
  inboxTable: '/api/v2/sec/alias/{id}/deliveries.csv',
  roundZip: '/api/v2/sec/alias/{id}/round/zip',
  roundTable: '/api/v2/sec/alias/{id}/round/table.csv',
  inboxWorkbook: '/api/v2/sec/alias/{id}/deliveries.xlsx',
  openText: '/api/v2/open/share/{id}/text',
  openSums: '/api/v2/open/share/{id}/SHA256SUMS',
  openUrls: '/api/v2/open/share/{id}/urls',
  openNamed: '/api/v2/open/share/{id}/named/{name}',
  form: '/api/v2/sec/upload',
  formInto: '/api/v2/sec/upload/{id}/files/add',
  aliasForm: '/api/v2/alias/upload',
  aliasFormInto: '/api/v2/alias/upload/{id}/files/add',
  aliasUpload: '/api/v2/alias/upload/{id}/files/tus/{fileId}',
  direct: '/api/v2/sec/upload/{id}/files/direct/{fileId}',
  directDone: '/api/v2/sec/upload/{id}/files/direct/{fileId}/done',
  aliasDirect: '/api/v2/alias/upload/{id}/files/direct/{fileId}',
  aliasDirectDone: '/api/v2/alias/upload/{id}/files/direct/{fileId}/done',
  send: '/u',
  sendNamed: '/u/{name}',
  aliasSend: '/u/alias/{id}',
  aliasSendNamed: '/u/alias/{id}/{name}',
  probe: '/api/v2/admin/doctor/probe',
} as const;

export const allBytePaths = { ...bytePaths, ...otherBytePaths } as const;
