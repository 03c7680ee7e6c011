import { randomBytes } from 'node:crypto';
import { formatHead } from '@/lib/domain/file/bundle';
import { type MatrixRow, row } from './row';
import { admins, anyone, anyoneHere, holders, holdersOfItsAlias, managers, signedIn } from './rules';
import { half } from './world';

const version = { 'tus-resumable': '1.0.0' };
const share = managers('share.notFound');
const boundary = 'part';
const form = {
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: () =>
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="made.txt"',
      '',
      'made',
      `--${boundary}--`,
      '',
    ].join('\r\n'),
};
const choice = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: () => 'exceptFile=none',
};
const json = { accept: 'application/json' };
const sent = { headers: json, body: () => 'sent', answer: 201 };
const writing = {
  headers: {
    ...version,
    'upload-offset': String(half.length),
    'content-type': 'application/offset+octet-stream',
  },
  body: () => half,
  answer: 204,
};
/** The files are texts. lib/server/transfer/thumbnail tests that pictures pass the same gate. */
const noPicture = { answer: 'file.noThumbnail' } as const;
const bundled = {
  headers: { 'content-type': 'application/octet-stream' },
  body: () => {
    const head = formatHead({ key: randomBytes(20).toString('hex'), path: 'made.txt', size: 4 });
    return `${Buffer.from(head)}made`;
  },
};
/** The gate's server keeps its files on disk. */
const direct = {
  headers: json,
  body: () => `{"parts":[{"number":1,"sha256":"${'0'.repeat(64)}"}]}`,
  answer: 'upload.notDirect',
} as const;
const begun = { headers: { ...version, 'upload-length': '4' }, answer: 201 };
const asked = { headers: version, answer: 204 };

export const byteRows: Record<string, MatrixRow> = {
  'GET /api/v2/openapi.json': row(anyone),
  'GET /api/v2/open/auth/oauth/{id}': row(anyone, { answer: 'auth.providerUnknown' }),
  'GET /api/v2/open/auth/oauth/{id}/resume': row(anyone, { answer: 'auth.providerUnknown' }),
  'GET /api/v2/open/request/stop': row(anyone, { answer: 302 }),
  'GET /api/v2/admin/doctor/probe': row(admins),
  'HEAD /api/v2/admin/doctor/probe': row(admins),
  'POST /api/v2/admin/doctor/probe': row(admins),

  'GET /api/v2/open/share/{id}/file/{fileId}': row(anyone, { isPublic: true }),
  'HEAD /api/v2/open/share/{id}/file/{fileId}': row(anyone, { isPublic: true }),
  'GET /api/v2/open/share/{id}/file/{fileId}/thumbnail': row(anyone, noPicture),
  'HEAD /api/v2/open/share/{id}/file/{fileId}/thumbnail': row(anyone, noPicture),
  'GET /api/v2/open/share/{id}/zip': row(anyone, { isPublic: true }),
  'HEAD /api/v2/open/share/{id}/zip': row(anyone, { isPublic: true }),
  'POST /api/v2/open/share/{id}/zip': row(anyoneHere, { ...choice, isPublic: true }),

  'GET /api/v2/open/share/{id}/text': row(anyone, { isPublic: true }),
  'HEAD /api/v2/open/share/{id}/text': row(anyone, { isPublic: true }),
  'GET /api/v2/open/share/{id}/SHA256SUMS': row(anyone, { isPublic: true }),
  'HEAD /api/v2/open/share/{id}/SHA256SUMS': row(anyone, { isPublic: true }),
  'GET /api/v2/open/share/{id}/urls': row(anyone, { isPublic: true }),
  'HEAD /api/v2/open/share/{id}/urls': row(anyone, { isPublic: true }),
  // The gate's file has another name; its links are asked for theirs.
  'GET /api/v2/open/share/{id}/named/{name}': row(anyone, { isPublic: true, answer: 'file.notFound' }),
  'HEAD /api/v2/open/share/{id}/named/{name}': row(anyone, { isPublic: true, answer: 'file.notFound' }),

  'GET /api/v2/sec/share/{id}/file/{fileId}': row(managers('file.notFound')),
  'HEAD /api/v2/sec/share/{id}/file/{fileId}': row(managers('file.notFound')),
  'GET /api/v2/sec/share/{id}/file/{fileId}/thumbnail': row(managers('file.notFound'), noPicture),
  'HEAD /api/v2/sec/share/{id}/file/{fileId}/thumbnail': row(managers('file.notFound'), noPicture),
  'GET /api/v2/sec/share/{id}/zip': row(share),
  'HEAD /api/v2/sec/share/{id}/zip': row(share),
  'POST /api/v2/sec/share/{id}/zip': row(share, choice),
  'GET /api/v2/sec/share/{id}/live': row(share),
  'HEAD /api/v2/sec/share/{id}/live': row(share),

  'GET /api/v2/sec/settings/data/zip': row(signedIn, { answer: 'data.over' }),
  'HEAD /api/v2/sec/settings/data/zip': row(signedIn, { answer: 'data.over' }),
  'GET /api/v2/sec/alias/{id}/zip': row(managers('alias.notFound')),
  'HEAD /api/v2/sec/alias/{id}/zip': row(managers('alias.notFound')),
  'GET /api/v2/sec/alias/{id}/round/zip': row(managers('alias.notFound'), { answer: 'round.notFound' }),
  'HEAD /api/v2/sec/alias/{id}/round/zip': row(managers('alias.notFound'), { answer: 'round.notFound' }),
  'GET /api/v2/sec/alias/{id}/round/table.csv': row(managers('alias.notFound'), { answer: 'round.notFound' }),
  'HEAD /api/v2/sec/alias/{id}/round/table.csv': row(managers('alias.notFound'), {
    answer: 'round.notFound',
  }),
  'GET /api/v2/sec/alias/{id}/deliveries.csv': row(managers('alias.notFound')),
  'HEAD /api/v2/sec/alias/{id}/deliveries.csv': row(managers('alias.notFound')),
  'GET /api/v2/sec/alias/{id}/deliveries.xlsx': row(managers('alias.notFound')),
  'HEAD /api/v2/sec/alias/{id}/deliveries.xlsx': row(managers('alias.notFound')),

  'POST /api/v2/sec/upload': row(signedIn, form),
  'POST /api/v2/sec/upload/{id}/files/add': row(share, form),
  'OPTIONS /api/v2/sec/upload/{id}/files/tus': row(share, asked),
  'POST /api/v2/sec/upload/{id}/files/tus': row(share, begun),
  'OPTIONS /api/v2/sec/upload/{id}/files/tus/{fileId}': row(share, asked),
  'HEAD /api/v2/sec/upload/{id}/files/tus/{fileId}': row(share, { headers: version }),
  'PATCH /api/v2/sec/upload/{id}/files/tus/{fileId}': row(share, writing),
  'POST /api/v2/sec/upload/{id}/files/tus/{fileId}': row(share, writing),
  'DELETE /api/v2/sec/upload/{id}/files/tus/{fileId}': row(share, { headers: version, answer: 204 }),

  'POST /api/v2/sec/upload/{id}/files/bundle': row(share, bundled),

  'POST /api/v2/sec/upload/{id}/files/direct/{fileId}': row(share, direct),
  'POST /api/v2/sec/upload/{id}/files/direct/{fileId}/done': row(share, direct),

  'PUT /u': row(signedIn, sent),
  'POST /u': row(signedIn, { ...form, headers: { ...form.headers, ...json }, answer: 201 }),
  'PUT /u/{name}': row(signedIn, sent),
  'POST /u/{name}': row(signedIn, sent),
  // The alias is in the URL: anyone who has it may send.
  'PUT /u/alias/{id}': row(anyoneHere, sent),
  'POST /u/alias/{id}': row(anyoneHere, { ...form, headers: { ...form.headers, ...json }, answer: 201 }),
  'PUT /u/alias/{id}/{name}': row(anyoneHere, sent),
  'POST /u/alias/{id}/{name}': row(anyoneHere, sent),

  'POST /api/v2/alias/upload': row(holders, form),
  'POST /api/v2/alias/upload/{id}/files/add': row(holdersOfItsAlias, form),
  'POST /api/v2/alias/upload/{id}/files/bundle': row(holdersOfItsAlias, bundled),
  'POST /api/v2/alias/upload/{id}/files/direct/{fileId}': row(holdersOfItsAlias, direct),
  'POST /api/v2/alias/upload/{id}/files/direct/{fileId}/done': row(holdersOfItsAlias, direct),
  'OPTIONS /api/v2/alias/upload/{id}/files/tus': row(holdersOfItsAlias, asked),
  'POST /api/v2/alias/upload/{id}/files/tus': row(holdersOfItsAlias, begun),
  'OPTIONS /api/v2/alias/upload/{id}/files/tus/{fileId}': row(holdersOfItsAlias, asked),
  'HEAD /api/v2/alias/upload/{id}/files/tus/{fileId}': row(holdersOfItsAlias, { headers: version }),
  'PATCH /api/v2/alias/upload/{id}/files/tus/{fileId}': row(holdersOfItsAlias, writing),
  'POST /api/v2/alias/upload/{id}/files/tus/{fileId}': row(holdersOfItsAlias, writing),
  'DELETE /api/v2/alias/upload/{id}/files/tus/{fileId}': row(holdersOfItsAlias, {
    headers: version,
    answer: 204,
  }),
};
