import { expect, test } from 'vitest';
import { cookieNames } from '@/lib/contract/names';
import { share } from '@/lib/contract/share';
import { paths } from '@/lib/paths';
import { api, newAccount } from '../account';
import { raw } from '../raw';

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
