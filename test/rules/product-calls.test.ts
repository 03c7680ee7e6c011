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

/** Calls beyond the promised ones. */
const ours = `
POST   open/share/{}/zip
POST   sec/share/{}/zip
GET    admin/audit
POST   open/share/{}/report
GET    admin/report
POST   admin/report/{}/dismiss
GET    admin/share
POST   admin/share/{}/block
DELETE admin/share/{}/block
DELETE admin/share/{}
GET    admin/quarantine
POST   admin/quarantine/{}/release
DELETE admin/quarantine/{}
GET    admin/alias
POST   admin/alias/{}/block
DELETE admin/alias/{}/block
DELETE admin/alias/{}
GET    sec/alias/{}/seal
POST   sec/alias/{}/seal
DELETE sec/alias/{}/seal
GET    sec/share/{}/manifest
POST   sec/share/{}/manifest
POST   alias/upload/{}/manifest
GET    open/share/{}/manifest
GET    sec/alias/{}/form
POST   sec/alias/{}/form
DELETE sec/alias/{}/form
GET    sec/share/{}/delivery
POST   sec/share/{}/done
POST   sec/alias/{}/album
POST   sec/alias/{}/told
POST   sec/alias/{}/password
DELETE sec/alias/{}/password
POST   alias/password
POST   sec/share/{}/album
POST   sec/share/{}/album/add
POST   open/album/own
POST   open/album/remove
GET    sec/delivery
GET    sec/alias/{}/zip
HEAD   sec/alias/{}/zip
GET    sec/alias/{}/deliveries.csv
HEAD   sec/alias/{}/deliveries.csv
GET    sec/alias/{}/deliveries.xlsx
HEAD   sec/alias/{}/deliveries.xlsx
GET    sec/share/received
POST   sec/share/{}/read
GET    sec/share/{}/folder
GET    sec/share/{}/files
GET    sec/share/{}/activity
GET    sec/share/{}/told
GET    sec/share/{}/recipient
POST   sec/share/{}/recipient
POST   sec/share/{}/recipient/{}
DELETE sec/share/{}/recipient/{}
POST   sec/share/{}/only
POST   open/share/{}/code
POST   open/share/{}/proof
POST   sec/share/{}/until
POST   sec/share/{}/maxdownloads
DELETE sec/share/{}/maxdownloads
POST   sec/share/{}/link
DELETE sec/share/{}/link
POST   sec/share/{}/told
POST   open/auth/second
GET    sec/settings/factor
GET    sec/settings/data
POST   sec/settings/data
POST   sec/settings/data/open
GET    sec/settings/data/zip
HEAD   sec/settings/data/zip
GET    sec/settings/leave
POST   sec/settings/leave
GET    sec/settings/lately
GET    sec/settings/otheraccess
POST   sec/settings/factor
POST   sec/settings/factor/begin
POST   sec/settings/factor/recovery
POST   sec/settings/factor/off
DELETE admin/account/{}/factor
POST   open/auth/passkey
POST   open/auth/passkey/begin
GET    sec/settings/passkey
POST   sec/settings/passkey
POST   sec/settings/passkey/begin
POST   sec/settings/passkey/{}
POST   sec/settings/passkey/{}/remove
GET    sec/settings/webhook
POST   sec/settings/webhook
POST   sec/settings/webhook/{}
DELETE sec/settings/webhook/{}
POST   sec/settings/webhook/{}/secret
POST   sec/settings/webhook/{}/test
POST   sec/settings/webhook/{}/again
GET    sec/settings/webhook/{}/attempt
POST   open/auth/forgot
POST   open/signup/again
POST   open/auth/code
POST   open/auth/reset
POST   open/auth/confirm
POST   admin/account/{}/reset
POST   open/auth/device
POST   open/auth/device/token
POST   sec/auth/device/look
POST   sec/auth/device
POST   open/ending
POST   open/receipt/look
POST   open/receipt/back
POST   open/ending/look
GET    open/share/{}/folder
GET    open/share/{}/files
GET    sec/share/{}/file/{}/thumbnail
HEAD   sec/share/{}/file/{}/thumbnail
GET    open/share/{}/file/{}/thumbnail
HEAD   open/share/{}/file/{}/thumbnail
GET    admin/settings
POST   admin/settings
POST   admin/settings/logo
POST   admin/settings/provider
GET    admin/doctor
POST   admin/doctor/clock
GET    admin/doctor/probe
HEAD   admin/doctor/probe
POST   admin/doctor/probe
POST   admin/mail/test
GET    sec/settings/preferences
POST   sec/settings/preferences
GET    sec/settings/usage
GET    sec/settings/session
DELETE sec/settings/session
DELETE sec/settings/session/{}
GET    sec/settings/token
POST   sec/settings/token
DELETE sec/settings/token/{}
GET    open/share/{}/text
HEAD   open/share/{}/text
GET    open/share/{}/SHA256SUMS
HEAD   open/share/{}/SHA256SUMS
GET    open/share/{}/urls
HEAD   open/share/{}/urls
GET    open/share/{}/named/{}
HEAD   open/share/{}/named/{}
PUT    /u
POST   /u
PUT    /u/{}
POST   /u/{}
PUT    /u/alias/{}
POST   /u/alias/{}
PUT    /u/alias/{}/{}
POST   /u/alias/{}/{}
GET    admin/signup/invite
POST   admin/signup/invite/{}
DELETE admin/signup/invite/{}
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

test('the contract has no call that nobody named', () => {
  const named = [...lines(promised), ...lines(ours)];
  const unnamed = there.filter((call) => !named.includes(call));
  expect(unnamed, 'Name it under `ours` in this file.').toEqual([]);
});

test.each(lines(ours))('%s is in the contract', (call) => {
  expect(there).toContain(call);
});

test('each path of the transfer layer has calls that the contract describes', () => {
  const described = new Set<string>(byteCalls.map(({ path }) => path));
  expect(Object.values(allBytePaths).sort()).toEqual([...described].sort());
});
