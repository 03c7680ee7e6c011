import { expect, test } from 'vitest';
import { plainText } from './tus-request';
import { decideOn, type FailedRequest } from './verdict';

const reading = (given: Partial<FailedRequest>): FailedRequest => ({
  status: 0,
  code: null,
  message: null,
  retryAfterMs: 0,
  isKnownUpload: true,
  ...given,
});

test.each([0, 502, 503, 504])('a server that is away (%i) is waited for without end', (status) => {
  expect(decideOn(reading({ status }))).toEqual({ act: 'retry', endless: true });
});

test.each([409, 423, 429, 500, 507])('a passing refusal (%i) is tried a few times', (status) => {
  expect(decideOn(reading({ status }))).toEqual({ act: 'retry', endless: false });
});

test('what is refused for the rest of the day is not waited for', () => {
  const refused = { status: 429, code: 'limit.alias', message: 'Enough for today.' } as const;
  const failure = { kind: 'refused', message: 'Enough for today.', code: 'limit.alias' };
  expect(decideOn(reading({ ...refused, retryAfterMs: 73_225_000 }))).toEqual({ act: 'fail', failure });
  expect(decideOn(reading({ ...refused, retryAfterMs: 60_000 })).act).toBe('retry');
});

test('an ended session is refreshed', () => {
  expect(decideOn(reading({ status: 401, code: 'auth.required' })).act).toBe('refresh');
});

test('a proxy that finds the request too large gets smaller ones; our own limit is final', () => {
  expect(decideOn(reading({ status: 413 })).act).toBe('shrink');
  const ours = reading({ status: 413, code: 'upload.tooLarge', message: 'Too large.' });
  expect(decideOn(ours)).toEqual({
    act: 'fail',
    failure: { kind: 'refused', message: 'Too large.', code: 'upload.tooLarge' },
  });
});

test('an upload that the server no longer knows starts over, but a share that is gone is the end', () => {
  expect(decideOn(reading({ status: 404 })).act).toBe('startOver');
  expect(decideOn(reading({ status: 410 })).act).toBe('startOver');
  expect(decideOn(reading({ status: 404, isKnownUpload: false })).act).toBe('fail');
});

test('a refusal without words of ours shows its status', () => {
  expect(decideOn(reading({ status: 403 }))).toEqual({
    act: 'fail',
    failure: { kind: 'status', status: 403 },
  });
});

test('what a scanner says with 422 is shown, as plain text and shortened', () => {
  const text = plainText('  Virus\r\n found: <b>Eicar</b>\u0000 ', 'text/plain; charset=utf-8');
  expect(text).toBe('Virus found: <b>Eicar</b>');
  const failure = { kind: 'refused', message: text, code: null };
  expect(decideOn(reading({ status: 422, text }))).toEqual({ act: 'fail', failure });
  expect(decideOn(reading({ status: 403, text })).act).toBe('fail');
  expect(decideOn(reading({ status: 403, text }))).not.toMatchObject({ failure: { message: text } });
  expect([...(plainText('ä😀'.repeat(200), '') ?? '')]).toHaveLength(200);
  for (const [body, type] of [
    ['<html>no</html>', ''],
    ['{"no":1}', ''],
    ['no', 'text/html'],
    [' \n', 'text/plain'],
  ] as const) {
    expect(plainText(body, type)).toBeNull();
  }
});
