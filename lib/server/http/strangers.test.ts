import { expect, test } from 'vitest';
import { fillPath } from '@/lib/contract/byte-calls/bytes';
import { AppError } from '@/lib/contract/errors';
import type { Endpoint } from '@/lib/contract/http/endpoint';
import { headerNames } from '@/lib/contract/http/names';
import { endpoints } from '@/lib/contract/index';
import { sampleOf } from '@/testing/sample';
import { ownAlias, userContext } from '@/testing/service/context';
import { route } from './route';

const isForStrangers = ({ access }: Endpoint) => access === 'open' || access === 'alias';
const forStrangers = endpoints
  .filter(isForStrangers)
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

const extraColumns = { ownerEmail: 'planted@example.org', passwordHash: 'planted' };

async function callEndpoint(endpoint: Endpoint, serve: () => unknown): Promise<Response> {
  const ctx = await userContext({ now: new Date() });
  const headers = { [headerNames.alias]: (await ownAlias(ctx)).id };
  const [params, query, body] = [endpoint.params, endpoint.query, endpoint.body].map((part) =>
    sampleOf(part),
  );
  const search = new URLSearchParams(query as Record<string, string>);
  const path = fillPath(endpoint.path, params as Record<string, string>);
  const request = new Request(`http://localhost${path}?${search}`, {
    method: endpoint.method,
    headers,
    ...(endpoint.method === 'POST' && { body: JSON.stringify(body) }),
  });
  return route(endpoint, async () => serve() as object)(request, { params: Promise.resolve(params) });
}

test.each(forStrangers)(
  '%s tells a stranger what its contract lists, and no column more',
  async (_, endpoint) => {
    const answer = sampleOf(endpoint.answer, extraColumns);
    const response = await callEndpoint(endpoint, () => answer);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.not.stringContaining('planted')]);
    expect(Object.keys(JSON.parse(text))).toEqual(
      expect.arrayContaining(Object.keys(sampleOf(endpoint.answer) as object)),
    );
  },
);

test.each(forStrangers)('nor does a refusal of %s', async (_, endpoint) => {
  const response = await callEndpoint(endpoint, () => {
    throw new AppError('share.linkTaken', {}, { answer: extraColumns });
  });
  expect([response.status, await response.text()]).toEqual([200, expect.not.stringContaining('planted')]);
});
