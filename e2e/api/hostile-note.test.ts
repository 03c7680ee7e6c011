import { expect, test } from 'vitest';
import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { raw } from '@/testing/network/raw';
import { api, newAccount } from '@/testing/people/account';

const most = 60_000;
const notes = {
  'emphasis that never ends': '*a_',
  'brackets that never open': ']',
  'quotes in quotes': '>',
  'a paragraph a letter': ')\n\n',
  'addresses that are none': '_www.',
};

test.each(Object.entries(notes))(
  'a note of %s is shown as it was written, and holds nobody up',
  async (_, unit) => {
    const client = await api(await newAccount());
    const description = `${'a'.repeat(9)}\n${unit.repeat(most / unit.length)}`;
    const { id } = await client.call(share.create, { body: { validity: 60_000, maxViews: 1, description } });
    const cookie = `${cookieNames.auth}=${client.token}`;
    const began = performance.now();
    const page = await raw('GET', paths.share(id), { headers: { cookie } });
    const again = await raw('GET', paths.share(id), { headers: { cookie } });
    expect(performance.now() - began).toBeLessThan(8_000);
    expect([page.status, again.status]).toEqual([200, 200]);
    expect(String(page.json)).toContain('whitespace-pre-wrap');
  },
);

test('while six such notes are opened at once, others get their pages', async () => {
  const client = await api(await newAccount());
  const cookie = `${cookieNames.auth}=${client.token}`;
  const opened = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const description = `${n}\n${'['.repeat(15_000)}`;
      const { id } = await client.call(share.create, {
        body: { validity: 60_000, maxViews: 1, description },
      });
      return id;
    }),
  );
  await raw('GET', paths.login()); // drawn once before
  const pages = Promise.all(opened.map((id) => raw('GET', paths.share(id), { headers: { cookie } })));
  const began = performance.now();
  for (let n = 0; n < 5; n++) expect((await raw('GET', paths.login())).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(2_000);
  const { id } = await client.call(share.create, {
    body: { validity: 60_000, maxViews: 1, description: '\n*plans*' },
  });
  await pages;
  const fine = await raw('GET', paths.share(id), { headers: { cookie } });
  expect(String(fine.json)).toContain('<em>plans</em>');
  expect((await pages).map(({ status }) => status)).toEqual(Array(6).fill(200));
});
