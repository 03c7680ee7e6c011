import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { call } from './call';

async function serverThatSays(message: string): Promise<string> {
  const body = JSON.stringify({ success: false, code: 'request.invalid', message });
  const server = http.createServer((_req, res) => res.writeHead(400).end(body));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['until: must be within 365 days.', '--expires: must be within 365 days.'],
  ['maxViews: must be at most 5.', '--views: must be at most 5.'],
  ['value: must be within 365 days.', '<when>: must be within 365 days.'],
  ['other: is missing.', 'other: is missing.'],
  ['Something else: until then.', 'Something else: until then.'],
])('what a call says of a field is said of the option: %s', async (message, said) => {
  const refused = call(await serverThatSays(message), '/api/v2/x');
  await expect(refused).rejects.toMatchObject({ message: said, code: 'request.invalid', exitCode: 2 });
});

test('an address that speaks http alone is named as such', async () => {
  const address = (await serverThatSays('x')).replace('http:', 'https:');
  await expect(call(address, '/api/v2/x')).rejects.toMatchObject({
    message: expect.stringMatching(/doesn’t speak https. Try http:/),
    exitCode: 2,
  });
});
