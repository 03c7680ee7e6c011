import { expect, test } from 'vitest';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { redirectCalls } from '@/lib/contract/byte-calls/redirect-calls';
import { endpoints } from '@/lib/contract/index';

/** Calls that the product promises and clients use. Slots are unnamed, because authors name them differently. */
const promised = `
POST   open/auth/login
POST   open/auth/proxy
GET    open/auth/oauth/{}
GET    open/auth/oauth/{}/resume
POST   sec/auth/session
POST   sec/auth/logout
GET    open/info/version
GET    open/info/appconfig
POST   open/signup/register
POST   admin/signup/newinvite
GET    admin/account
GET    admin/account/{}
POST   admin/account
POST   admin/account/{}
DELETE admin/account/{}
GET    sec/alias
GET    sec/alias/{}
POST   sec/alias
POST   sec/alias/{}
DELETE sec/alias/{}
GET    sec/alias-member
DELETE sec/alias/{}/member/{}
GET    sec/mail/template/alias/{}
GET    sec/mail/template/share/{}
POST   sec/mail/send
GET    sec/share/search
GET    sec/share/{}
DELETE sec/share/{}
DELETE sec/share/{}/file/{}
POST   sec/share/{}/publish
DELETE sec/share/{}/publish
POST   sec/share/{}/description
POST   sec/share/{}/maxviews
POST   sec/share/{}/validity
POST   sec/share/{}/name
DELETE sec/share/{}/name
POST   sec/share/{}/password
DELETE sec/share/{}/password
POST   sec/upload/new
POST   sec/upload
POST   sec/upload/{}/files/add
OPTIONS sec/upload/{}/files/tus
POST   sec/upload/{}/files/tus
OPTIONS sec/upload/{}/files/tus/{}
HEAD   sec/upload/{}/files/tus/{}
PATCH  sec/upload/{}/files/tus/{}
POST   sec/upload/{}/files/tus/{}
DELETE sec/upload/{}/files/tus/{}
GET    open/share/{}
GET    open/share/{}/file/{}
HEAD   open/share/{}/file/{}
GET    open/share/{}/zip
HEAD   open/share/{}/zip
GET    sec/share/{}/file/{}
HEAD   sec/share/{}/file/{}
GET    sec/share/{}/zip
HEAD   sec/share/{}/zip
GET    sec/settings/password
POST   sec/settings/password
GET    sec/settings/email
POST   sec/settings/email
DELETE sec/settings/email
POST   alias/upload/new
POST   alias/upload
POST   alias/upload/{}/files/add
OPTIONS alias/upload/{}/files/tus
POST   alias/upload/{}/files/tus
OPTIONS alias/upload/{}/files/tus/{}
HEAD   alias/upload/{}/files/tus/{}
PATCH  alias/upload/{}/files/tus/{}
POST   alias/upload/{}/files/tus/{}
DELETE alias/upload/{}/files/tus/{}
POST   alias/mail/notify/{}
`;

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.replace(/ +/, ' '));

const plain = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace('/api/v2/', '').replace(/\{\w+\}/g, '{}')}`;

const there = [...endpoints, ...byteCalls, ...redirectCalls].map(plain);

test.each(lines(promised))('%s is in the contract', (call) => {
  expect(there).toContain(call);
});

test('each path of the transfer layer has calls that the contract describes', () => {
  const described = new Set<string>(byteCalls.map(({ path }) => path));
  expect(Object.values(allBytePaths).sort()).toEqual([...described].sort());
});
