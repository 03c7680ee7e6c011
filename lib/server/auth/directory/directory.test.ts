import net, { type AddressInfo, type Server } from 'node:net';
import { Attribute, Change } from 'ldapts';
import { afterAll, describe, expect, test } from 'vitest';
import { hashPassword } from '@/lib/server/auth/password';
import type { Config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { signIn } from '@/lib/server/services/session/sign-in';
import { openContext, userContext } from '@/testing/service/context';
import { base, service, startSlapd } from '@/testing/service/slapd';

const slapd = await startSlapd();
afterAll(() => slapd?.stop());

const password = 'pässword of hers';
const settings = {
  ...service,
  LDAP_URL: slapd?.tlsUrl,
  LDAP_CA_FILE: slapd?.caFile,
  LDAP_BASE: base,
};

function contextWith(over: Partial<Config> = {}): Context & { lines: string[] } {
  const { config, log, ...rest } = openContext({ now: new Date() });
  const lines: string[] = [];
  const say = (about: object, text: string) => lines.push(`${text} ${JSON.stringify(about)}`);
  const speaking = Object.assign(Object.create(log), { warn: say, error: say });
  return { ...rest, lines, log: speaking, config: { ...config, RATE_LIMITS: false, ...settings, ...over } };
}

let serial = 0;
const newName = () => `p${Date.now().toString(36)}${serial++}`;
const dnOf = (uid: string) => `uid=${uid},${base}`;

async function newPerson(over: Record<string, string | string[]> = {}): Promise<string> {
  const uid = newName();
  const person = { uid, cn: uid, sn: uid, userPassword: password, mail: `${uid}@example.org` };
  await slapd?.admin.add(dnOf(uid), { objectClass: ['inetOrgPerson'], ...person, ...over });
  return uid;
}

async function newGroup(...members: string[]): Promise<string> {
  const cn = newName();
  await slapd?.admin.add(`cn=${cn},${base}`, {
    objectClass: ['groupOfNames'],
    cn,
    member: members.map(dnOf),
  });
  return cn;
}

const leave = (group: string, uid: string) =>
  slapd?.admin.modify(`cn=${group},${base}`, [
    new Change({ operation: 'delete', modification: new Attribute({ type: 'member', values: [dnOf(uid)] }) }),
  ]);

const enter = (account: string, over: Partial<Config> = {}, given = password) =>
  signIn(contextWith(over), { account, password: given });
const row = (ctx: Context, login: string) => ctx.db.account.findUnique({ where: { login } });
const wrong = { code: 'auth.loginFailed' };

describe.skipIf(!slapd)('a real LDAP server', () => {
  test('the first sign-in makes an account by entryUUID, and it stays through a new name', async () => {
    const ctx = contextWith();
    const uid = await newPerson();
    const first = await enter(uid.toUpperCase());
    expect(first).toMatchObject({ login: uid, admin: false });
    expect(await row(ctx, uid)).toMatchObject({
      source: 'ldap',
      subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: `${uid}@example.org`,
      passwordHash: null,
    });
    const renamed = newName();
    await slapd?.admin.modifyDN(dnOf(uid), dnOf(renamed));
    expect(await enter(renamed)).toMatchObject({ id: first.id, login: uid });
    await expect(enter(uid), 'nobody has that name now').rejects.toMatchObject(wrong);
  });

  test.each([
    ['another password', 'wrong'],
    ['an empty one', ''],
    ['only NUL', '\0'],
    ['the right one before NUL', `${password}\0`],
    ['its hash', '{SSHA}x'],
  ])('nobody comes in with %s', async (_what, given) => {
    const uid = await newPerson();
    await expect(enter(uid, {}, given)).rejects.toMatchObject(wrong);
    expect(await row(contextWith(), uid)).toBeNull();
  });

  test.each(['*', '*)(uid=*', '*)(objectClass=*))(|(uid=*', '\\2a', 'a\0b', '(', 'nobody', 'ä)', ''])(
    'nobody is called %s',
    async (account) => {
      await newPerson();
      await expect(enter(account)).rejects.toMatchObject(wrong);
    },
  );

  test('several people whom a filter finds are nobody', async () => {
    const [one, other] = [await newPerson({ sn: 'twin' }), await newPerson({ sn: 'twin' })];
    const ctx = contextWith({ LDAP_FILTER: '(&(sn=twin)(|(uid={login})(uid=*)))' });
    await expect(signIn(ctx, { account: one, password })).rejects.toMatchObject(wrong);
    expect(ctx.lines.join()).toContain('finds several people');
    await Promise.all([one, other].map((uid) => slapd?.admin.del(dnOf(uid))));
  });

  test('people are found by other attributes, and letters beyond ASCII', async () => {
    const name = newName();
    const uid = await newPerson({ cn: `Jürgen ${name}` });
    const filter = { LDAP_FILTER: '(|(mail={login})(cn={login}))' };
    const { id } = await enter(`${uid}@example.org`, filter);
    expect(await enter(`jürgen ${name}`, filter)).toMatchObject({ id, login: uid });
  });

  test('an account of ours stays ours, however it is typed', async () => {
    const uid = await newPerson();
    const own = 'right horse battery';
    const { viewer } = await userContext({ login: uid, passwordHash: await hashPassword(own) });
    await expect(enter(uid)).rejects.toMatchObject(wrong);
    expect(await enter(uid, {}, own)).toMatchObject({ id: viewer.id });
    const byMail = enter(`${uid}@example.org`, { LDAP_FILTER: '(mail={login})' });
    await expect(byMail).rejects.toMatchObject({ code: 'auth.otherSource' });
  });

  test('groups decide as those of a provider do, and their loss ends the session', async () => {
    const boss = await userContext({ admin: true });
    const uid = await newPerson();
    const [bosses, staff] = [await newGroup(uid, newName()), await newGroup(uid, newName())];
    const rules = {
      LDAP_ADMIN_GROUPS: [bosses],
      LDAP_ALLOWED_GROUPS: [`cn=${staff}, ${base.toUpperCase()}`],
    };
    const { id, admin } = await enter(uid, rules);
    expect(admin).toBe(true);
    const account = () => boss.db.account.findUniqueOrThrow({ where: { id } });
    const live = () => boss.db.session.count({ where: { accountId: id, revokedAt: null } });
    expect((await account()).groups).toEqual([bosses, staff].map((cn) => `cn=${cn},${base}`).sort());

    await leave(bosses, uid);
    expect(await enter(uid, rules)).toMatchObject({ id, admin: false });
    expect(await live()).toBe(1);
    await leave(staff, uid);
    await expect(enter(uid, rules, 'wrong')).rejects.toMatchObject(wrong);
    expect(await live(), 'who only guesses ends nothing').toBe(1);
    await expect(enter(uid, rules)).rejects.toMatchObject({ code: 'auth.notAdmitted' });
    expect(await live()).toBe(0);
    expect(await account()).toMatchObject({ state: 'Disabled', groups: [] });
  });

  test('groups may be found by a filter, with whatever is in the name of a person', async () => {
    const odd = await newPerson();
    const rdn = `cn=a (b)* \\, c ${odd},${base}`;
    await slapd?.admin.modifyDN(dnOf(odd), rdn);
    const group = newName();
    await slapd?.admin.add(`cn=${group},${base}`, { objectClass: ['groupOfNames'], cn: group, member: rdn });
    const find = { LDAP_GROUPS: '(&(objectClass=groupOfNames)(member={dn}))', LDAP_ALLOWED_GROUPS: [group] };
    const byMail = { ...find, LDAP_FILTER: '(mail={login})' };
    expect(await enter(`${odd}@example.org`, byMail)).toMatchObject({ admin: false });
    await expect(enter(await newPerson(), find)).rejects.toMatchObject({ code: 'auth.notAdmitted' });
  });

  test('groups beyond the size limit of the server are found in pages', async () => {
    const uid = await newPerson();
    for (let nth = 0; nth < 600; nth++) await newGroup(uid);
    const last = await newGroup(uid);
    const find = { LDAP_GROUPS: '(member={dn})', LDAP_ALLOWED_GROUPS: [last] };
    expect(await enter(uid, find)).toMatchObject({ login: uid });
  });

  test('with sign-up closed nobody new comes in', async () => {
    const uid = await newPerson();
    await expect(enter(uid, { EXTERNAL_SIGNUP: 'closed' })).rejects.toMatchObject({
      code: 'auth.externalSignupClosed',
    });
  });

  test('StartTLS protects what a plain connection would not', async () => {
    const uid = await newPerson();
    expect(await enter(uid, { LDAP_URL: slapd?.url, LDAP_STARTTLS: true })).toMatchObject({ login: uid });
    expect(await enter(uid, { LDAP_URL: slapd?.url, LDAP_STARTTLS: false })).toMatchObject({ login: uid });
  });

  test('people below a referral are unknown, and nothing is asked there', async () => {
    let asked = 0;
    const trap = await listening(() => asked++);
    await slapd?.admin.add(`ou=ref,${base}`, {
      objectClass: ['referral', 'extensibleObject'],
      ou: 'ref',
      ref: `ldap://127.0.0.1:${portOf(trap)}/ou=ref,${base}`,
    });
    const uid = await newPerson();
    expect(await enter(uid), 'others are found all the same').toMatchObject({ login: uid });
    await expect(enter('beyond')).rejects.toMatchObject(wrong);
    expect(asked).toBe(0);
    trap.close();
  });

  const ipOf = (url = '') => url.replace('localhost', '127.0.0.1');
  test.each<[what: string, over: () => Partial<Config>, detail: RegExp]>([
    ['an authority that nobody vouches for', () => ({ LDAP_CA_FILE: undefined }), /certificate/],
    ['the same by StartTLS', () => ({ LDAP_URL: slapd?.url, LDAP_CA_FILE: undefined }), /certificate/],
    ['another name in the certificate', () => ({ LDAP_URL: ipOf(slapd?.tlsUrl) }), /altnames/],
    ['the same by StartTLS', () => ({ LDAP_URL: ipOf(slapd?.url) }), /altnames/],
    ['no file with the authority', () => ({ LDAP_CA_FILE: '/nowhere/ca.pem' }), /ENOENT/],
    ['a wrong password of the service', () => ({ LDAP_BIND_PASSWORD: 'wrong' }), /49/],
    ['a base that is not there', () => ({ LDAP_BASE: `ou=none,${base}` }), /32/],
    ['a base elsewhere, to which it refers', () => ({ LDAP_BASE: `ou=else,ou=ref,${base}` }), /referral/],
  ])('%s is no wrong password, and the log says what it is', async (_what, over, detail) => {
    const uid = await newPerson();
    const ctx = contextWith(over());
    await expect(signIn(ctx, { account: uid, password })).rejects.toMatchObject({
      code: 'auth.directoryUnclear',
    });
    expect(ctx.lines.join()).toMatch(detail);
    expect(ctx.lines.join()).not.toContain(password);
  });
});

const listening = async (onConnection: (socket: net.Socket) => void): Promise<Server> => {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};
const portOf = (server: Server) => (server.address() as AddressInfo).port;

test.each<[what: string, onConnection: (socket: net.Socket) => void]>([
  ['hangs up', (socket) => socket.destroy()],
  ['speaks another language', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['says nothing', () => undefined],
])('a directory that %s is away, and our own accounts go on', async (_what, onConnection) => {
  const sockets: net.Socket[] = [];
  const server = await listening((socket) => {
    sockets.push(socket);
    onConnection(socket);
  });
  const away = {
    LDAP_URL: `ldap://127.0.0.1:${portOf(server)}`,
    LDAP_STARTTLS: false,
    LDAP_CA_FILE: undefined,
  };
  const own = 'right horse battery';
  const { viewer } = await userContext({ passwordHash: await hashPassword(own) });
  const [theirs, ours] = await Promise.allSettled([enter('somebody', away), enter(viewer.login, away, own)]);
  expect(theirs).toMatchObject({ status: 'rejected', reason: { code: 'auth.directoryAway' } });
  expect(ours).toMatchObject({ status: 'fulfilled', value: { id: viewer.id } });
  server.close();
  for (const socket of sockets) socket.destroy();
});

test('a directory that knows no StartTLS gets no password', async () => {
  let heard = '';
  const server = await listening((socket) =>
    socket.on('data', (data) => {
      heard += data.toString('latin1');
      // ExtendedResponse: protocolError, to the message of that number.
      socket.write(Buffer.from([0x30, 0x0c, 2, 1, data[4] ?? 0, 0x78, 7, 0x0a, 1, 2, 4, 0, 4, 0]));
    }),
  );
  const plain = { LDAP_URL: `ldap://127.0.0.1:${portOf(server)}`, LDAP_CA_FILE: undefined };
  await expect(enter('somebody', plain, 'secret')).rejects.toMatchObject({ code: 'auth.directoryAway' });
  expect(heard).toContain('1.3.6.1.4.1.1466.20037');
  expect(heard).not.toMatch(/secret|of the service/);
  server.close();
});

test('a directory where nobody listens is away', async () => {
  const server = await listening(() => undefined);
  const url = `ldap://127.0.0.1:${portOf(server)}`;
  await new Promise((resolve) => server.close(resolve));
  await expect(enter('somebody', { LDAP_URL: url })).rejects.toMatchObject({ code: 'auth.directoryAway' });
});

test('an empty password, or NUL in one, is asked of no directory', async () => {
  let asked = 0;
  const server = await listening((socket) => {
    asked++;
    socket.destroy();
  });
  const url = { LDAP_URL: `ldap://127.0.0.1:${portOf(server)}`, LDAP_STARTTLS: false };
  for (const given of ['', '\0', 'a\0']) {
    await expect(enter('somebody', url, given)).rejects.toMatchObject(wrong);
  }
  expect(asked).toBe(0);
  server.close();
});
