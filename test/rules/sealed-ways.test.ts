import { expect, test } from 'vitest';
import { receivePath } from '@/lib/client/shared-in/worker/addresses';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { defaultBodyBytes } from '@/lib/contract/http/endpoint';
import { endpoints } from '@/lib/contract/index';
import { routeOf } from '@/lib/server/runtime/routes';

// What brings bytes, and how a sealed share stays free of plain ones. A new call needs a case in one of these tests.
const ways = {
  'lib/server/transfer/receive/sealed-ways.test.ts': [
    'form',
    'formInto',
    'aliasForm',
    'aliasFormInto',
    'uploadCreate',
    'uploadPatch',
    'uploadPost',
    'aliasUploadCreate',
    'aliasUploadPatch',
    'aliasUploadPost',
    'aliasSend',
    'aliasSendForm',
    'aliasSendNamed',
    'aliasSendPosted',
    'bundle',
    'aliasBundle',
  ],
  'lib/server/transfer/direct/direct-sealed-bucket.test.ts': [
    'direct',
    'directDone',
    'aliasDirect',
    'aliasDirectDone',
  ],
  'it makes a share of its own, which is not sealed': ['send', 'sendForm', 'sendNamed', 'sendPosted'],
  'its body names files, and is not kept': ['ownZipPost', 'openZipPost'],
  'it measures a connection, and keeps nothing': ['probeUpload'],
};

test('every call that brings bytes is known to the tests of sealed shares', () => {
  const bringing = byteCalls.filter(({ method }) => /^(POST|PUT|PATCH)$/.test(method)).map(({ id }) => id);
  expect(bringing.sort()).toEqual(Object.values(ways).flat().sort());
});

test('of other calls, sealed words and the example of what is asked for alone may be long', () => {
  const long = endpoints.filter(({ maxBodyBytes }) => maxBodyBytes > defaultBodyBytes);
  expect(long.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v2/sec/share/{id}/manifest',
    'POST /api/v2/alias/upload/{id}/manifest',
    'POST /api/v2/sec/alias/{id}/round/example',
  ]);
});

test('content shared to the installed app stays in the browser: no call of the server takes it', () => {
  expect(routeOf(receivePath, 'POST')).toMatchObject({ class: 'page', call: null, transfer: null });
});
