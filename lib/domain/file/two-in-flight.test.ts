import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { expect, test } from 'vitest';
import { isHopedFor, TwoInFlight } from './two-in-flight';

type SentRequest = {
  offset: number;
  /** All bytes have left. */
  leave: () => void;
  answer: (status: number, offset?: number) => void;
  breakOff: () => void;
  isAborted: boolean;
};

const answerOf = (status: number, offset?: number): HttpResponse => ({
  getStatus: () => status,
  getHeader: () => (offset === undefined ? undefined : String(offset)),
  getBody: () => '',
  getUnderlyingObject: () => null,
});

/** A file of 100 bytes, and the requests that a line has taken. */
function setUp(slots = { free: 1 }) {
  const sent: SentRequest[] = [];
  const leaving = new Map<HttpRequest, Promise<void>>();
  const inner: HttpStack = {
    getName: () => 'test',
    createRequest: (method, url) => {
      let offset = 0;
      let one: SentRequest | null = null;
      const request: HttpRequest = {
        getMethod: () => method,
        getURL: () => url,
        setHeader: (_name, value) => {
          offset = Number(value);
        },
        getHeader: () => String(offset),
        setProgressHandler: () => undefined,
        getUnderlyingObject: () => null,
        abort: async () => {
          if (one) one.isAborted = true;
        },
        send: () =>
          new Promise((resolve, reject) => {
            const answer = (status: number, at?: number) => resolve(answerOf(status, at));
            const left = new Promise<void>((leave, stay) => {
              const breakOff = () => {
                reject(new Error('broken'));
                stay(new Error('broken'));
              };
              one = { offset, leave, answer, breakOff, isAborted: false };
              sent.push(one);
            });
            leaving.set(request, left);
          }),
      };
      return request;
    },
  };
  const stored: number[] = [];
  const stack = new TwoInFlight({
    inner,
    fileBytes: 100,
    whenSent: async (request) => leaving.get(request),
    slots,
    onStored: (offset) => stored.push(offset),
  });
  const patch = (offset: number, size: number) => {
    const request = stack.createRequest('PATCH', '/up');
    request.setHeader('Upload-Offset', String(offset));
    const reply = request.send({ size });
    reply.catch(() => undefined);
    return { request, reply };
  };
  const at = (n: number): SentRequest => sent[n] ?? expect.fail(`there is no request ${n}`);
  return { stack, sent, stored, patch, at };
}

const offsetIn = (response: HttpResponse) => [
  response.getStatus(),
  Number(response.getHeader('Upload-Offset')),
  isHopedFor(response),
];
const isPending = (reply: Promise<unknown>) =>
  Promise.race([reply.then(() => false), new Promise((resolve) => setImmediate(resolve, true))]);

test('the next request goes as soon as the bytes of the one before have left, and never a third', async () => {
  const { patch, at, sent, stored } = setUp();
  const first = patch(0, 40);
  expect(await isPending(first.reply)).toBe(true);
  at(0).leave();
  expect(offsetIn(await first.reply)).toEqual([204, 40, true]);
  const second = patch(40, 40);
  at(1).leave();
  expect([await isPending(second.reply), sent.length, stored]).toEqual([true, 2, []]);
  at(0).answer(204, 40);
  expect(offsetIn(await second.reply)).toEqual([204, 80, true]);
  expect(stored).toEqual([40]);
});

test('the last answer is the server’s, after all others', async () => {
  const { patch, at, stored } = setUp();
  const first = patch(0, 60);
  at(0).leave();
  await first.reply;
  const last = patch(60, 40);
  at(1).leave();
  at(1).answer(204, 100);
  expect(await isPending(last.reply)).toBe(true);
  at(0).answer(204, 60);
  expect(offsetIn(await last.reply)).toEqual([204, 100, false]);
  expect(stored).toEqual([60, 100]);
});

test.each<[string, (first: SentRequest) => void, unknown]>([
  ['a refusal', (first) => first.answer(413), 413],
  ['an error of the server', (first) => first.answer(503), 503],
  ['fewer bytes than were sent', (first) => first.answer(204, 17), 204],
  ['an answer without an offset', (first) => first.answer(200), 200],
  ['a line that breaks', (first) => first.breakOff(), 'broken'],
])(
  '%s ends the request behind it, which gets that in place of its own answer',
  async (_what, end, expected) => {
    const { patch, at, stored } = setUp();
    const first = patch(0, 40);
    at(0).leave();
    await first.reply;
    const second = patch(40, 40);
    at(1).leave();
    end(at(0));
    const got = await second.reply.then(
      (response) => response.getStatus(),
      (error: Error) => error.message,
    );
    expect([got, at(1).isAborted, stored]).toEqual([expected, true, []]);
  },
);

test('after a failure answers come in their turn, until three were good', async () => {
  const { stack, patch, at, stored } = setUp();
  const first = patch(0, 10);
  at(0).answer(409);
  expect((await first.reply).getStatus()).toBe(409);
  stack.createRequest('HEAD', '/up');
  for (const n of [1, 2, 3]) {
    const next = patch((n - 1) * 10, 10);
    at(n).leave();
    expect(await isPending(next.reply)).toBe(true);
    at(n).answer(204, n * 10);
    expect(offsetIn(await next.reply)).toEqual([204, n * 10, false]);
  }
  const hoped = patch(30, 10);
  at(4).leave();
  expect(offsetIn(await hoped.reply)).toEqual([204, 40, true]);
  expect(stored).toEqual([10, 20, 30]);
});

test('when both requests break on the line, the second learns how the first ended, and nothing else is thrown', async () => {
  const { patch, at } = setUp();
  const first = patch(0, 40);
  at(0).leave();
  await first.reply;
  const second = patch(40, 40);
  at(1).breakOff();
  expect(await isPending(second.reply)).toBe(true);
  at(0).answer(503);
  expect((await second.reply).getStatus()).toBe(503);
});

test('a pause ends both requests', async () => {
  const { patch, at } = setUp();
  const first = patch(0, 40);
  at(0).leave();
  await first.reply;
  const second = patch(40, 40);
  await second.request.abort();
  expect([at(0).isAborted, at(1).isAborted]).toEqual([true, true]);
});

test('files share what a browser has of connections, and give back what they end, stop or ask anew', async () => {
  const slots = { free: 1 };
  const [one, other] = [setUp(slots), setUp(slots)];
  const leave = async (file: typeof one, nth: number, offset: number) => {
    const sending = file.patch(offset, 10);
    file.at(nth).leave();
    return { ...sending, isWaiting: await isPending(sending.reply) };
  };
  const first = await leave(one, 0, 0);
  const turned = await leave(other, 0, 0);
  expect([first.isWaiting, turned.isWaiting, slots.free]).toEqual([false, true, 0]);
  other.at(0).answer(204, 10);
  expect(isHopedFor(await turned.reply)).toBe(false);
  await first.request.abort();
  await first.request.abort();
  expect(slots.free).toBe(1);
  expect((await leave(other, 1, 10)).isWaiting).toBe(false);
  other.stack.createRequest('HEAD', '/up');
  expect(slots.free).toBe(1);
  expect((await leave(other, 2, 10)).isWaiting).toBe(false);
  const behind = other.patch(20, 10);
  other.at(2).answer(204, 20);
  other.at(3).leave();
  expect(offsetIn(await behind.reply)).toEqual([204, 30, true]);
  expect(slots.free).toBe(0);
});

test('a body of unknown size is answered before the next goes', async () => {
  const { stack, at } = setUp();
  const request = stack.createRequest('PATCH', '/up');
  const reply = request.send('text');
  at(0).leave();
  expect(await isPending(reply)).toBe(true);
  at(0).answer(204, 4);
  expect(isHopedFor(await reply)).toBe(false);
});
