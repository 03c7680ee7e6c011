import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { asCallError, CallError, call } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share/share';
import messages from '@/messages/en.json';

const FailureText = ({ error }: { error: unknown }) => useFailureText()(error);

const Page = ({ error }: { error: unknown }) =>
  NextIntlClientProvider({
    locale: 'en-GB',
    timeZone: 'UTC',
    messages,
    children: createElement(FailureText, { error }),
  });

const renderFailure = (error: unknown): string => renderToStaticMarkup(createElement(Page, { error }));

async function failureOf(answer: RequestListener, id = 'x'): Promise<CallError> {
  const server = createServer(answer).listen(0);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const failure = await call(share.get, { params: { id } }, { base }).then(() => null, asCallError);
  server.closeAllConnections();
  server.close();
  if (!failure) throw new Error('The call was answered.');
  return failure;
}

const respondWith = (status: number, text: string): RequestListener => {
  return (_, res) => res.writeHead(status).end(text);
};

test.each<[sentence: string, answer: RequestListener]>([
  ['There was a network error.', (req) => req.socket.destroy()],
  ['The requested resource doesn’t exist.', respondWith(404, '<html>')],
  ['There was an invalid response status: 502', respondWith(502, '<html>')],
  ['There was an error decoding the response: SyntaxError', respondWith(200, '<html>')],
  ['Not today.', respondWith(403, JSON.stringify({ success: false, message: 'Not today.' }))],
])('“%s” is what a page says of such an answer', async (sentence, answer) => {
  expect(renderFailure(await failureOf(answer))).toContain(sentence);
});

test('an address that can’t be made is quoted, and no answer in time is called so', async () => {
  const failure = await failureOf(respondWith(200, '{}'), 'a\ud800');
  expect(renderFailure(failure)).toContain('There is something wrong with this url: ');
  expect(renderFailure(new CallError('timeout', 'no answer'))).toBe('There was a network timeout.');
});

test('only what the network does is called a network error; anything else is quoted', () => {
  const failed = (error: unknown) => renderFailure(asCallError(error));
  expect(failed(new TypeError('Failed to fetch'))).toBe('There was a network error.');
  const unreadable = new DOMException('The file could not be read.', 'NotReadableError');
  expect(failed(unreadable)).toBe('Something went wrong: NotReadableError: The file could not be read.');
});
