import { expect, test } from 'vitest';
import { type FailedRequest, plainText, Recovery } from './recovery';

const reading = (status: number, given: Partial<FailedRequest> = {}): FailedRequest => ({
  status,
  code: null,
  message: null,
  retryAfterMs: 0,
  isKnownUpload: true,
  ...given,
});

const firstStep = (status: number, given: Partial<FailedRequest> = {}) =>
  new Recovery([0]).next(reading(status, given));

test.each([0, 502, 503, 504])('a server that is away (%i) is waited for without end', (status) => {
  const recovery = new Recovery([0]);
  for (let attempt = 0; attempt < 5; attempt++) expect(recovery.next(reading(status)).act).toBe('wait');
});

test.each([409, 423, 429, 500, 507])('a passing refusal (%i) is tried a few times', (status) => {
  const recovery = new Recovery([0]);
  expect(recovery.next(reading(status)).act).toBe('wait');
  expect(recovery.next(reading(status)).act).toBe('fail');
});

test('a server that is away is asked again at growing intervals, then at the last one for ever', () => {
  const recovery = new Recovery([0, 3000]);
  const waits = [1, 2, 3, 4].map(() => recovery.next(reading(0)));
  expect(waits).toEqual([0, 3000, 3000, 3000].map((ms) => ({ act: 'wait', ms })));
});

test('a passing refusal is given up after the configured attempts, unless bytes arrive in between', () => {
  const recovery = new Recovery([0, 10]);
  recovery.next(reading(423));
  recovery.next(reading(423));
  recovery.progressed();
  expect(recovery.next(reading(423))).toEqual({ act: 'wait', ms: 0 });
  expect(recovery.next(reading(423))).toEqual({ act: 'wait', ms: 10 });
  expect(recovery.next(reading(423))).toEqual({ act: 'fail', failure: { kind: 'status', status: 423 } });
});

test('the server may ask for a longer wait', () => {
  expect(new Recovery([0]).next(reading(503, { retryAfterMs: 5000 }))).toEqual({ act: 'wait', ms: 5000 });
});

test('the session is refreshed once; a second 401 in a row is the end', () => {
  const recovery = new Recovery([0]);
  expect(recovery.next(reading(401))).toEqual({ act: 'refresh' });
  expect(recovery.next(reading(401)).act).toBe('fail');
  recovery.progressed();
  expect(recovery.next(reading(401))).toEqual({ act: 'refresh' });
});

test('a file that vanished on the server starts over once', () => {
  const recovery = new Recovery([0]);
  expect(recovery.next(reading(404))).toEqual({ act: 'startOver' });
  expect(recovery.next(reading(404)).act).toBe('fail');
});

test('a limit that lasts for the rest of the day is not waited for', () => {
  const refused = { code: 'limit.alias', message: 'Enough for today.' } as const;
  const failure = { kind: 'refused', message: 'Enough for today.', code: 'limit.alias' };
  expect(firstStep(429, { ...refused, retryAfterMs: 73_225_000 })).toEqual({ act: 'fail', failure });
  expect(firstStep(429, { ...refused, retryAfterMs: 60_000 }).act).toBe('wait');
});

test('a proxy that finds the request too large gets smaller ones; our own limit is final', () => {
  expect(firstStep(413).act).toBe('shrink');
  const ours = { code: 'upload.tooLarge', message: 'Too large.' } as const;
  expect(firstStep(413, ours)).toEqual({
    act: 'fail',
    failure: { kind: 'refused', message: 'Too large.', code: 'upload.tooLarge' },
  });
});

test('an upload that the server no longer knows starts over, but a share that is gone is the end', () => {
  expect(firstStep(404).act).toBe('startOver');
  expect(firstStep(410).act).toBe('startOver');
  expect(firstStep(404, { isKnownUpload: false }).act).toBe('fail');
});

test('a refusal without words of ours shows its status', () => {
  expect(firstStep(403)).toEqual({
    act: 'fail',
    failure: { kind: 'status', status: 403 },
  });
});

test('a scanner’s refusal by 422 is shown as plain, shortened text', () => {
  const text = plainText('  Virus\r\n found: <b>Eicar</b>\u0000 ', 'text/plain; charset=utf-8');
  expect(text).toBe('Virus found: <b>Eicar</b>');
  const failure = { kind: 'refused', message: text, code: null };
  expect(firstStep(422, { text })).toEqual({ act: 'fail', failure });
  expect(firstStep(403, { text }).act).toBe('fail');
  expect(firstStep(403, { text })).not.toMatchObject({ failure: { message: text } });
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
