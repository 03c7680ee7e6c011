import { beforeAll, expect, test } from 'vitest';
import { ask, type GateRequest } from '../gate/ask';
import { type Credential, credentials, credentialsFor } from '../gate/credentials';
import { expectedFor, missingFor, saidBy, verdictFor } from '../gate/expected';
import { matrix, methodOf, requestFor } from '../gate/matrix';
import { idsIn, leaksIn, stateOf } from '../gate/traces';
import { type GateWorld, makeWorld, type TargetIds } from '../gate/world';

let world: GateWorld;
beforeAll(async () => {
  world = await makeWorld();
});

const as = (question: GateRequest, shown: Record<string, string>): GateRequest => ({
  ...question,
  headers: { ...question.headers, ...shown },
});

async function tried(key: string, who: Credential, target: TargetIds) {
  const isStandIn = matrix[key]?.asStandIn && verdictFor(key, who) === 'in';
  const shown = isStandIn ? await world.standIn(who) : world.shown(who, target);
  const reply = await ask(as(requestFor(key, target), shown));
  return {
    who,
    said: saidBy(key, who, reply),
    leaks: leaksIn(world, key, who, reply),
  };
}

const promised = (key: string, who: Credential) => ({ who, said: expectedFor(key, who), leaks: [] });

/** Calls whose success would change the next one's target; calls open to everyone change nothing. */
const isChange = (key: string) =>
  !['GET', 'HEAD', 'OPTIONS'].includes(methodOf(key)) && verdictFor(key, 'signedOut') !== 'in';

async function oneByOne<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

const rows = Object.keys(matrix).map((key, at) => [key, credentialsFor(at)] as const);

test.each(rows)('%s lets in who may, and nobody else', async (key, asking) => {
  const admitted = asking.filter((who) => verdictFor(key, who) === 'in');
  const others = asking.filter((who) => !admitted.includes(who));
  const before = await stateOf(world.bait);
  const refused = await Promise.all(others.map((who) => tried(key, who, world.bait)));
  expect(refused).toEqual(others.map((who) => promised(key, who)));
  expect(await stateOf(world.bait)).toBe(before);
  const isAboutOne = key.includes('{');
  const answers = isChange(key)
    ? await oneByOne(admitted, async (who) =>
        tried(key, who, isAboutOne ? await world.newTarget() : world.bait),
      )
    : await Promise.all(admitted.map((who) => tried(key, who, world.bait)));
  expect(answers).toEqual(admitted.map((who) => promised(key, who)));
});

function isToldOfMissing(key: string, who: Credential): boolean {
  if (who === 'elsewhere') return false;
  return verdictFor(key, who) === 'in' || (who === 'other' && matrix[key]?.missing === undefined);
}

const keyed = Object.keys(matrix).filter((key) => missingFor(key) !== null);

test.each(keyed)('%s says of what isn’t there what it says of somebody else’s', async (key) => {
  const [none, id] = ['nobody-knows-this', world.bait.linkId]; // by its public id a share isn't there
  const nothing = { shareId: id, linkId: id, fileId: none, uploadId: none, aliasId: none, aliasKey: none };
  const noDelivery = { deliveryId: id, deliveryUploadId: none };
  const target = {
    ...world.bait,
    ...nothing,
    ...noDelivery,
    accountId: none,
    sessionId: none,
    tokenId: none,
    passkeyId: none,
    webhookId: none,
  };
  const asked = credentials.filter((who) => isToldOfMissing(key, who));
  const answers = await Promise.all(asked.map((who) => tried(key, who, target)));
  expect(answers).toEqual(asked.map((who) => ({ who, said: missingFor(key), leaks: [] })));
});

const toStrangers = Object.keys(matrix).filter((key) =>
  /^[A-Z]+ (\/api\/v2\/(open|alias)|\/u\/alias|\/app\/(open|share|receipt))\//.test(key),
);

test.each(toStrangers)('%s tells no stranger a share’s private id', async (key) => {
  for (const target of [await world.newTarget(), await world.newAlbum()]) {
    for (const who of ['signedOut', 'alias'] as const) {
      const question = as(requestFor(key, target), world.shown(who, target));
      expect([who, idsIn(target, question, await ask(question))]).toEqual([who, []]);
    }
  }
});

const ofAccounts = Object.keys(matrix).filter((key) => key.includes('/admin/account/{id}'));

test.each(ofAccounts)('%s lets nobody near an account of one’s own', async (key) => {
  const own = { ...world.bait, accountId: world.ownerId };
  const before = await stateOf(own);
  expect(await tried(key, 'owner', own)).toEqual(promised(key, 'owner'));
  expect(await stateOf(own)).toBe(before);
});

test('callers with access get the exact bytes, so that a leak of them would be noticed', async () => {
  const key = 'GET /api/v2/open/share/{id}/file/{fileId}';
  expect((await ask(requestFor(key, world.bait))).text).toBe(world.marks.file);
  const listed = await ask(as(requestFor('GET /api/v2/sec/share/search', world.bait), world.shown('owner')));
  expect(listed.text).toContain(world.marks.title);
});
