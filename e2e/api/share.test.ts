import { expect, test } from 'vitest';
import { open } from '@/lib/contract/open';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { raw } from '@/testing/network/raw';
import { api, newAccount } from '@/testing/people/account';

const dayMs = 24 * 3600 * 1000;
const properties = { name: 'Plans', validity: dayMs, maxViews: 3 };
const member = async () => api(await newAccount());

async function published(over: Partial<typeof properties> & { password?: string } = {}) {
  const owner = await member();
  const { id } = await owner.call(share.create, { body: { ...properties, ...over } });
  const { id: linkId } = await owner.call(share.publish, { params: { id } });
  return { owner, id, linkId };
}

const opened = (linkId: string, headers: Record<string, string> = {}) =>
  raw('GET', `/api/v2/open/share/${linkId}`, { headers });

const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

test('a share is created, changed field by field, and shows all of it', async () => {
  const owner = await member();
  const { id } = await owner.call(share.create, { body: properties });
  const params = { id };
  await owner.call(share.setName, { params, body: { value: 'Renamed' } });
  await owner.call(share.setDescription, { params, body: { value: '# Title\ntext' } });
  await owner.call(share.setValidity, { params, body: { value: 2 * dayMs } });
  await owner.call(share.setMaxViews, { params, body: { value: 2147483647 } });
  await owner.call(share.setPassword, { params, body: { value: 'pw' } });
  expect(await owner.call(share.get, { params })).toMatchObject({
    id,
    name: 'Renamed',
    descriptionRaw: '# Title\ntext',
    validity: 2 * dayMs,
    maxViews: 2147483647,
    password: true,
    aliasId: null,
    publishInfo: null,
    files: [],
  });
  await owner.call(share.clearName, { params });
  await owner.call(share.clearPassword, { params });
  expect(await owner.call(share.get, { params })).toMatchObject({ name: null, password: false });
});

test('optional fields of an answer are null, never absent', async () => {
  const owner = await member();
  const { id } = await owner.call(share.create, { body: { validity: 1000, maxViews: 1 } });
  const { json } = await raw('GET', `/api/v2/sec/share/${id}`, { headers: owner.headers });
  expect(json).toMatchObject({
    name: null,
    aliasId: null,
    aliasName: null,
    descriptionRaw: null,
    description: null,
    expiresAt: null,
    publishInfo: null,
  });
});

test('publishing answers the link; an empty body keeps the one there was', async () => {
  const { owner, id, linkId } = await published();
  const again = await raw('POST', `/api/v2/sec/share/${id}/publish`, { headers: owner.headers });
  expect(again.json).toMatchObject({ success: true, code: null, id: linkId });
  const fresh = await owner.call(share.publish, { params: { id }, body: { reuseId: false } });
  expect(fresh.id).not.toBe(linkId);
  expect((await opened(linkId)).status).toBe(404);
  expect((await opened(fresh.id)).status).toBe(200);
});

test('publishing only what is published leaves a withdrawn link withdrawn, and says so by an empty id', async () => {
  const { owner, id, linkId } = await published();
  const extend = () => owner.call(share.publish, { params: { id }, body: { ifPublished: true } });
  expect(await extend()).toMatchObject({ success: true, id: linkId });
  await owner.call(share.unpublish, { params: { id } });
  expect(await extend()).toMatchObject({ success: true, id: '' });
  expect((await opened(linkId)).status).toBe(404);
});

test('no hash and no private id is in any answer', async () => {
  const { owner, id, linkId } = await published({ password: 'open sesame' });
  const answers = [
    await owner.call(share.get, { params: { id } }),
    await owner.call(share.search, {}),
    (await opened(linkId, { 'Sharry-Password': 'open%20sesame' })).json,
  ];
  expect(JSON.stringify(answers)).not.toMatch(/argon2|passwordHash|open sesame/);
  expect(JSON.stringify(answers[2])).not.toContain(id);
});

test('a visitor is asked for the password, told when it is wrong, and then known by cookies of that link alone', async () => {
  const { owner, id, linkId } = await published({ password: 'ä%b c' });
  expect(await opened(linkId)).toMatchObject({ status: 401, json: { code: 'open.passwordRequired' } });
  expect(await opened(linkId, { 'Sharry-Password': 'x' })).toMatchObject({ status: 403 });
  expect(await opened(linkId, { 'Sharry-Password': '%zz' })).toMatchObject({ status: 401 });

  const first = await opened(linkId, { 'Sharry-Password': encodeURIComponent('ä%b c') });
  expect(first.status).toBe(200);
  const places = first.headers.getSetCookie().map((cookie) => {
    expect(cookie).toMatch(/HttpOnly/i);
    expect(decodeURIComponent(cookie)).not.toContain('ä%b c');
    return cookie.match(/Path=[^;]+|SameSite=\w+/gi)?.join(' ');
  });
  const calls = `Path=/api/v2/open/share/${linkId} SameSite=Strict`;
  expect(places).toEqual([calls, `Path=/app/open/${linkId} SameSite=Lax`, calls]);
  expect((await opened(linkId, { cookie: cookiesOf(first) })).status).toBe(200);
  expect((await owner.call(share.get, { params: { id } })).publishInfo?.views).toBe(1);
});

test('each details call without cookies counts, and the one too many finds nothing', async () => {
  const { linkId } = await published({ maxViews: 2 });
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await opened(linkId)).status);
  expect(statuses).toEqual([200, 200, 404]);
});

test('a dead link says the same, whatever ended it', async () => {
  const withdrawn = await published();
  await withdrawn.owner.call(share.unpublish, { params: { id: withdrawn.id } });
  const deleted = await published();
  await deleted.owner.call(share.remove, { params: { id: deleted.id } });
  const answers = await Promise.all(['nope', withdrawn.linkId, deleted.linkId].map((id) => opened(id)));
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.json]))).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
});

test('the page of a link shows no file and spends no view', async () => {
  const { owner, id, linkId } = await published();
  for (let n = 0; n < 3; n++) expect((await raw('GET', `/app/open/${linkId}`)).status).toBe(200);
  expect((await owner.call(share.get, { params: { id } })).publishInfo?.views).toBe(0);
});

test('opening needs no account, and says whose share it is only if that person wants it', async () => {
  const { owner, linkId } = await published();
  const opened = async () => (await api()).call(open.get, { params: { id: linkId } });
  const { files, creator } = await opened();
  expect({ files, creator }).toEqual({ files: [], creator: expect.any(String) });
  await owner.call(settings.setPreferences, { body: { showName: false } });
  expect((await opened()).creator).toBeNull();
});

// behaviour.md 13, hole 12: setters that checked nothing.
test.each([
  ['validity', [0, -1, 999, 1.5, '1', null, 365 * dayMs + 1, 2 ** 60]],
  ['maxviews', [0, -1, 2147483648, 1.5, '1', null]],
  ['password', ['', null, 'x'.repeat(1025), '\0']],
  ['name', ['x'.repeat(256), null, '\0', 5]],
  ['description', ['x'.repeat(64 * 1024 + 1), null, '\ud800']],
])('the setter of %s takes nothing out of bounds, and the share stays as it was', async (property, wrong) => {
  const { owner, id } = await published();
  const before = await owner.call(share.get, { params: { id } });
  for (const value of wrong) {
    const { status, json } = await raw('POST', `/api/v2/sec/share/${id}/${property}`, {
      headers: owner.headers,
      body: JSON.stringify({ value }),
    });
    expect({ value, status, json }).toMatchObject({ status: 400, json: { success: false } });
  }
  expect(await owner.call(share.get, { params: { id } })).toEqual(before);
});
