import { beforeAll, describe, expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias/alias';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { mail } from '@/lib/contract/mail';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { mailsTo } from '@/testing/network/caught-mail';
import { raw } from '@/testing/network/raw';
import { type Api, api, holder, newAccount } from '@/testing/people/account';
import { running } from '@/testing/server/running';

type Person = { api: Api; id: string; login: string; email: string };

async function person(over: { admin?: boolean } = {}): Promise<Person> {
  const account = await newAccount(over);
  const client = await api(account);
  const email = `${account.login}@example.com`;
  await client.call(settings.setEmail, { body: { email } });
  return { api: client, id: account.id, login: account.login, email };
}

let owner: Person;
let member: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  [owner, member, stranger, admin] = await Promise.all([
    person(),
    person(),
    person(),
    person({ admin: true }),
  ]);
});

async function inbox(enabled = true) {
  const body = { name: 'Inbox', validity: 60_000, enabled, members: [member.id] };
  const { id } = await owner.api.call(alias.create, { body });
  return id;
}

async function arrived() {
  const aliasId = await inbox();
  const { id } = await holder(aliasId).call(share.createThroughAlias, { body: { maxViews: 1 } });
  const published = await owner.api.call(share.publish, { params: { id } });
  return { aliasId, id, linkId: published.id };
}

const nobody = { headers: {} };
const ask = async (method: string, path: string, { headers }: { headers: object }, body?: unknown) => {
  const init = { headers: { ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const { status, json } = await raw(method, `/api/v2/${path}`, init);
  return { status, json: json as { code?: string; message?: string; body?: string; subject?: string } };
};

test('the words for a share’s link are for those who manage it', async () => {
  const { id, linkId } = await arrived();
  const path = `sec/mail/template/share/${id}`;
  for (const { api: caller, login } of [owner, member]) {
    const { status, json } = await ask('GET', path, caller);
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { subject: `${login} has shared files with you` },
    });
    expect(json.body?.split('\n')).toContain(`${running().url}/app/open/${linkId}`);
  }
  for (const { api: caller } of [stranger, admin]) {
    expect(await ask('GET', path, caller)).toMatchObject({ status: 404, json: { code: 'share.notFound' } });
  }
  expect((await ask('GET', path, nobody)).status).toBe(401);
  const draft = await owner.api.call(share.create, { body: { validity: 60_000, maxViews: 1 } });
  expect((await ask('GET', `sec/mail/template/share/${draft.id}`, owner.api)).status).toBe(404);
});

test('the words for an alias’ link are for its owner and members, also while it is switched off', async () => {
  const id = await inbox(false);
  const path = `sec/mail/template/alias/${id}`;
  for (const { api: caller } of [owner, member]) {
    const { json } = await ask('GET', path, caller);
    expect(json.body?.split('\n')).toContain(`${running().url}/app/share/${id}`);
  }
  for (const { api: caller } of [stranger, admin]) {
    expect(await ask('GET', path, caller)).toMatchObject({ status: 404, json: { code: 'alias.notFound' } });
  }
  expect((await ask('GET', path, nobody)).status).toBe(401);
});

test('words come in the language that is asked for, links from BASE_URL alone', async () => {
  const { id } = await arrived();
  const headers = {
    ...owner.api.headers,
    'accept-language': 'ja,en;q=0.5',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  };
  const { json } = await ask('GET', `sec/mail/template/share/${id}`, { headers });
  expect(json.subject).toBe(`${owner.login} さんがファイルを共有しました`);
  expect(json.body).toContain(`${running().url}/app/open/`);
  expect(json.body).not.toContain('evil');
});

describe('sending', () => {
  test('reaches each receiver by itself, and says who sent it', async () => {
    const to = [`a-${owner.login}@example.net`, `b-${owner.login}@example.net`];
    const body = { recipients: to, subject: 'Plans', body: 'Here: https://example.org/' };
    expect(await owner.api.call(mail.send, { body })).toMatchObject({
      success: true,
      sent: 2,
      failed: [],
      message: 'Sent to 2 people.',
    });
    for (const address of to) {
      const [caught, ...more] = mailsTo(address);
      expect(more).toEqual([]);
      expect(caught?.to).toEqual([address]);
      expect(caught?.email).toMatchObject({
        subject: 'Plans',
        replyTo: [{ name: owner.login, address: owner.email }],
      });
    }
  });

  test('is for people who are signed in', async () => {
    const body = { recipients: ['a@example.net'], subject: 'x', body: 'x' };
    expect((await ask('POST', 'sec/mail/send', nobody, body)).status).toBe(401);
    expect((await ask('POST', 'sec/mail/send', holder(await inbox()), body)).status).toBe(401);
  });

  test('names a refused receiver for people and for programs', async () => {
    const refused = `nobody-${owner.login}@example.net`;
    const good = `good-${owner.login}@example.net`;
    const body = { recipients: [refused, good], subject: 'x', body: 'x' };
    expect(await ask('POST', 'sec/mail/send', owner.api, body)).toMatchObject({
      status: 200,
      json: {
        success: false,
        code: 'mail.someFailed',
        message: `Sent to one person, but not to ${refused} (550 5.1.1 no such user)`,
        sent: 1,
        failed: [refused],
      },
    });
    expect(mailsTo(good)).toHaveLength(1);
  });

  test.each([
    ['no address', { recipients: ['ada'] }, 200, 'This is not an e-mail address: ada'],
    ['no receiver', { recipients: [] }, 200, 'Please enter at least one recipient.'],
    ['an empty receiver', { recipients: [''] }, 200, 'Please enter at least one recipient.'],
    ['receivers in one text', { recipients: 'a@example.net' }, 400, 'recipients: has the wrong type.'],
    ['an empty subject', { subject: '' }, 400, 'subject: must not be blank.'],
    [
      'a subject of two lines',
      { subject: 'x\r\nBcc: e@example.net' },
      400,
      'subject: must be a single line.',
    ],
    ['a long subject', { subject: 'x'.repeat(201) }, 400, 'subject: must have at most 200 characters.'],
    ['an empty body', { body: '\n' }, 400, 'body: must not be blank.'],
    ['a huge body', { body: 'x'.repeat(65 * 1024) }, 400, 'body: must have at most 65536 bytes.'],
  ])('with %s is refused', async (_, over, status, message) => {
    const body = { recipients: ['a@example.net'], subject: 'x', body: 'x', ...over };
    const answer = await ask('POST', 'sec/mail/send', owner.api, body);
    expect(answer).toMatchObject({ status, json: { success: false, message } });
  });
});

describe('a notice', () => {
  const notify = (id: string, headers: Record<string, string>) =>
    ask('POST', `alias/mail/notify/${id}`, { headers });

  test('goes to owner and members, once', async () => {
    const { aliasId, id } = await arrived();
    for (let n = 0; n < 2; n++) {
      expect(await notify(id, holder(aliasId).headers)).toMatchObject({
        status: 200,
        json: { success: true },
      });
    }
    for (const { email } of [owner, member]) {
      const about = () =>
        mailsTo(email).filter(({ email: { text } }) => text?.includes(`/app/received?at=${id}`));
      await expect.poll(about, { timeout: 10_000 }).toHaveLength(1);
    }
    expect(mailsTo(stranger.email)).toEqual([]);
  });

  test('and a receipt in the language of the page from which it was sent, else of the browser', async () => {
    const aliasId = await inbox();
    const sender = { name: 'off', email: 'optional', reference: 'off' } as const;
    await owner.api.call(aliasForm.save, { params: { id: aliasId }, body: { sender } });
    const subjects = { fr: 'Reçu pour « Inbox »', 'pt-BR': 'Recibo de “Inbox”', de: 'Beleg für „Inbox“' };
    for (const [language, subject] of Object.entries(subjects)) {
      const email = `sender-${language}-${owner.login}@example.org`;
      const body = { maxViews: 1, description: 'Hello', sender: { email } };
      const { id } = await holder(aliasId).call(share.createThroughAlias, { body });
      const headers = { ...holder(aliasId).headers, 'accept-language': 'de' };
      const said = language === 'de' ? undefined : { language };
      expect(await ask('POST', `alias/mail/notify/${id}`, { headers }, said)).toMatchObject({ status: 200 });
      await expect
        .poll(() => mailsTo(email).map((mail) => mail.email.subject), { timeout: 10_000 })
        .toEqual([subject]);
    }
  });

  test('needs the alias of the share, switched on', async () => {
    const { aliasId, id } = await arrived();
    for (const headers of [{}, owner.api.headers, admin.api.headers]) {
      expect(await notify(id, headers)).toMatchObject({ status: 403, json: { code: 'alias.notUsable' } });
    }
    expect(await notify(id, holder(await inbox()).headers)).toMatchObject({
      status: 404,
      json: { code: 'share.notFound' },
    });
    const body = { name: 'Inbox', validity: 60_000, enabled: false, members: [] };
    await owner.api.call(alias.modify, { params: { id: aliasId }, body });
    expect((await notify(id, holder(aliasId).headers)).status).toBe(403);
  });
});

test('a test mail is for admins, and goes to their own address', async () => {
  for (const [caller, status] of [
    [nobody, 401],
    [owner.api, 403],
    [admin.api, 200],
  ] as const) {
    expect((await ask('POST', 'admin/mail/test', caller)).status).toBe(status);
  }
  expect(mailsTo(admin.email).map(({ email }) => email.subject)).toEqual(['Test message']);
});
