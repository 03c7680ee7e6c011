import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call } from '@/lib/client/call/call';
import { doctor } from '@/lib/contract/admin/doctor';
import { auth } from '@/lib/contract/auth';
import { share } from '@/lib/contract/share/share';
import { signIn } from './servers';
import { twoNodes } from './two-nodes';

const minute = 60_000;

test('a node whose clock is twelve minutes ahead knows the sessions and links of the other, and both doctors name it', async () => {
  const shifted = {
    NODE_OPTIONS: `--import=${path.resolve('testing/server/shifted-clock.mjs')}`,
    CLOCK_AHEAD_MS: String(12 * minute),
  };
  const { nodes, remove } = await twoNodes({}, shifted);
  onTestFinished(remove);
  const [right, ahead] = nodes.map(({ url }) => ({ base: url }));
  if (!right || !ahead) throw new Error('two nodes were asked for');
  for (const [from, to] of [
    [nodes[0], ahead],
    [nodes[1], right],
  ] as const) {
    const { headers } = await signIn(from);
    await call(auth.session, {}, { ...to, headers });
    const body = { name: 'Ends in five minutes', validity: 5 * minute, maxViews: 9 };
    const { id } = await call(share.create, { body }, { base: from.url, headers });
    await call(share.publish, { params: { id }, body: {} }, { base: from.url, headers });
    const { publishInfo } = await call(share.get, { params: { id } }, { ...to, headers });
    const opened = await fetch(`${to.base}/api/v2/open/share/${publishInfo?.id}`);
    expect(opened.status).toBe(200);
  }
  const { headers } = await signIn(nodes[0]);
  const clockAt = async (base: string) =>
    (await call(doctor.examine, {}, { base, headers })).findings.find(({ check }) => check === 'clock');
  for (const { url } of nodes) {
    await expect
      .poll(() => clockAt(url), { timeout: 40_000 })
      .toMatchObject({ code: 'nodesApart', values: { names: expect.stringMatching(/\(\+720\.\d s\)$/) } });
  }
});
