import { expect, test } from 'vitest';
import { curlLine } from './curl';
import { openApi } from './openapi';

const document = openApi({
  title: 'Slipway',
  version: '1',
  baseUrl: 'https://x.test',
  words: (code) => code,
});
const lineOf = (method: 'get' | 'head' | 'post' | 'patch' | 'delete', path: string) => {
  const operation = document.paths[path]?.[method];
  return operation && curlLine({ method: method.toUpperCase(), path, operation }, document);
};

test.each([
  [
    'post',
    '/api/v2/open/auth/login',
    `curl "$SLIPWAY/api/v2/open/auth/login" -d '{"account":"…","password":"…"}'`,
  ],
  [
    'post',
    '/api/v2/sec/upload/new',
    `curl "$SLIPWAY/api/v2/sec/upload/new" -H "Sharry-Auth: $TOKEN" -d '{"validity":1000,"maxViews":1}'`,
  ],
  [
    'delete',
    '/api/v2/sec/share/{id}/file/{fileId}',
    'curl -X DELETE "$SLIPWAY/api/v2/sec/share/$ID/file/$FILE_ID" -H "Sharry-Auth: $TOKEN"',
  ],
  [
    'post',
    '/api/v2/sec/share/{id}/publish',
    'curl -X POST "$SLIPWAY/api/v2/sec/share/$ID/publish" -H "Sharry-Auth: $TOKEN"',
  ],
  ['get', '/api/v2/open/share/{id}/zip', 'curl "$SLIPWAY/api/v2/open/share/$ID/zip" -o file'],
  ['head', '/api/v2/open/share/{id}/zip', 'curl -I "$SLIPWAY/api/v2/open/share/$ID/zip"'],
  [
    'patch',
    '/api/v2/sec/upload/{id}/files/tus/{fileId}',
    `curl -X PATCH "$SLIPWAY/api/v2/sec/upload/$ID/files/tus/$FILE_ID" -H "Sharry-Auth: $TOKEN" -H 'Tus-Resumable: 1.0.0' -H 'Upload-Offset: 0' -H 'Content-Type: application/offset+octet-stream' --data-binary @file`,
  ],
] as const)('%s %s as a command line', (method, path, line) => expect(lineOf(method, path)).toBe(line));
