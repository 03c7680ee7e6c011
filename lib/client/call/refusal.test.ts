import { expect, test } from 'vitest';
import { errors } from '@/lib/contract/errors';
import { parseRefusal } from './refusal';

test('only our own refusals are read from a body', () => {
  expect(parseRefusal('{"success":false,"message":"No.","code":"upload.tooLarge"}')).toMatchObject({
    message: 'No.',
    code: 'upload.tooLarge',
  });
  expect(parseRefusal('{"success":false,"message":"No.","code":"toString"}')).toMatchObject({
    message: 'No.',
    code: null,
  });
  for (const body of ['<html>413 Request Entity Too Large</html>', 'null', '{"success":true,"message":""}']) {
    expect(parseRefusal(body)).toBeNull();
  }
});

test.each(Object.keys(errors))('%s is known for a code of ours', (code) => {
  expect(parseRefusal(JSON.stringify({ success: false, message: 'No.', code }))?.code).toBe(code);
});
