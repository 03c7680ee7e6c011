import { randomBytes } from 'node:crypto';
import { type MatrixRow, row } from './row';
import { admins, anyone, anyoneHere, holders, holdersOfItsAlias, managers, owners, signedIn } from './rules';

const share = managers('share.notFound');
const value = (content: unknown) => ({ body: () => ({ value: content }) });
const aliasChange = () => ({ name: 'Changed', validity: 60_000, enabled: true, members: [] });
const newPerson = () => {
  const login = `made-${randomBytes(6).toString('hex')}`;
  return { login, password: `${login} has one`, state: 'Active', admin: false };
};
const why = () => ({ reason: 'Malware' });
const newWebhook = () => ({ url: 'https://8.8.8.8/hook', events: ['limit.reached'], password: 'none' });
/** The header of a sealed manifest, and the tag of an empty record. */
const someWords = () => {
  const header = Buffer.from('534c49505345414c0100000000010000', 'hex');
  return { manifest: Buffer.concat([header, Buffer.alloc(32)]).toString('base64'), revision: 0 };
};
const bytes = (count: number) => Buffer.alloc(count).toString('base64');
const seal = () => ({ publicKey: bytes(32), wrappedKey: bytes(76), salt: bytes(16), iterations: 600_000 });
const newShare = () => ({ name: 'Made', validity: 60_000, maxViews: 1 });

export const callRows: Record<string, MatrixRow> = {
  'GET /api/v2/open/info/version': row(anyone),
  'GET /api/v2/open/info/appconfig': row(anyone),
  'GET /api/v2/openapi.json': row(anyone),
  'POST /api/v2/open/auth/login': row(anyoneHere, {
    body: () => ({ account: 'nobody', password: 'nothing' }),
    answer: 'auth.loginFailed',
  }),
  'POST /api/v2/open/auth/second': row(anyoneHere, {
    body: () => ({ challenge: 'none', code: '000000' }),
    answer: 'auth.challengeOver',
  }),
  'POST /api/v2/open/auth/passkey/begin': row(anyoneHere),
  'POST /api/v2/open/auth/passkey': row(anyoneHere, {
    body: () => ({
      credential: {
        id: 'none',
        rawId: 'none',
        type: 'public-key',
        response: { clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' },
      },
    }),
    answer: 'passkey.refused',
  }),
  'POST /api/v2/open/auth/proxy': row(anyoneHere, { answer: 'auth.proxyRefused' }),
  'GET /api/v2/open/auth/oauth/{id}': row(anyone, { answer: 'auth.providerUnknown' }),
  'GET /api/v2/open/auth/oauth/{id}/resume': row(anyone, { answer: 'auth.providerUnknown' }),
  'POST /api/v2/open/signup/register': row(anyoneHere, { answer: 'request.invalid' }),
  'POST /api/v2/open/signup/again': row(anyoneHere, {
    body: () => ({ challenge: 'none' }),
    answer: 'auth.challengeOver',
  }),
  'POST /api/v2/open/auth/forgot': row(anyoneHere, { body: () => ({ account: 'nobody' }) }),
  'POST /api/v2/open/auth/code': row(anyoneHere, { body: () => ({ token: 'none' }), answer: 'code.over' }),
  'POST /api/v2/open/auth/confirm': row(anyoneHere, { body: () => ({ token: 'none' }), answer: 'code.over' }),
  'POST /api/v2/open/auth/reset': row(anyoneHere, {
    body: () => ({ token: 'none', password: 'a new one of some length' }),
    answer: 'code.over',
  }),
  'POST /api/v2/open/auth/device': row(anyoneHere, {
    body: () => ({ name: 'Program', scopes: ['read'] }),
  }),
  'POST /api/v2/open/auth/device/token': row(anyoneHere, {
    body: () => ({ deviceCode: 'none' }),
    answer: 'device.over',
  }),
  'POST /api/v2/open/ending': row(anyoneHere, {
    body: () => ({ token: 'none', extend: true }),
    answer: 'ending.over',
  }),
  'POST /api/v2/open/ending/look': row(anyoneHere, {
    body: () => ({ token: 'none' }),
    answer: 'ending.over',
  }),
  'POST /api/v2/open/receipt/look': row(anyoneHere, {
    body: () => ({ token: 'none' }),
    answer: 'receipt.notFound',
  }),
  'POST /api/v2/open/receipt/back': row(anyoneHere, {
    body: () => ({ token: 'none' }),
    answer: 'receipt.notFound',
  }),
  'POST /api/v2/open/album/own': row(anyoneHere, { body: () => ({ token: 'none' }) }),
  'POST /api/v2/open/album/remove': row(anyoneHere, {
    body: () => ({ token: 'none', file: 'none' }),
    answer: 'file.notFound',
  }),
  'GET /api/v2/open/share/{id}': row(anyone, { isPublic: true }),
  'GET /api/v2/open/share/{id}/folder': row(anyone, { isPublic: true }),
  'GET /api/v2/open/share/{id}/files': row(anyone, { isPublic: true }),
  'GET /api/v2/open/share/{id}/manifest': row(anyone, { isPublic: true, answer: 'share.notSealed' }),

  'POST /api/v2/open/share/{id}/code': row(anyoneHere, { answer: 'open.notFound' }),
  'POST /api/v2/open/share/{id}/proof': row(anyoneHere, {
    body: () => ({ code: '000000' }),
    answer: 'open.notFound',
  }),

  'POST /api/v2/sec/auth/session': row(signedIn),
  'POST /api/v2/sec/auth/logout': row(signedIn, { asStandIn: true }),
  'POST /api/v2/sec/auth/device/look': row(signedIn, {
    body: () => ({ userCode: 'none' }),
    answer: 'device.over',
  }),
  'POST /api/v2/sec/auth/device': row(signedIn, {
    body: () => ({ userCode: 'none', allow: true }),
    answer: 'device.over',
  }),
  'GET /api/v2/sec/settings/email': row(signedIn),
  'POST /api/v2/sec/settings/email': row(signedIn, {
    body: () => ({ email: 'somebody@example.org' }),
    asStandIn: true,
  }),
  'DELETE /api/v2/sec/settings/email': row(signedIn, { asStandIn: true }),
  'GET /api/v2/sec/settings/password': row(signedIn),
  'POST /api/v2/sec/settings/password': row(signedIn, {
    body: () => ({ oldPassword: 'not this', newPassword: 'a new one of some length' }),
    answer: 'settings.passwordWrong',
  }),
  'GET /api/v2/sec/settings/factor': row(signedIn),
  'GET /api/v2/sec/settings/lately': row(signedIn),
  'POST /api/v2/sec/settings/factor': row(signedIn, {
    body: () => ({ setup: 'none', code: '000000' }),
    answer: 'factor.setupOver',
  }),
  'POST /api/v2/sec/settings/factor/begin': row(signedIn, {
    body: () => ({ password: 'not this' }),
    answer: 'settings.passwordWrong',
  }),
  'POST /api/v2/sec/settings/factor/recovery': row(signedIn, {
    body: () => ({ password: 'not this', code: '000000' }),
    answer: 'settings.passwordWrong',
  }),
  'POST /api/v2/sec/settings/factor/off': row(signedIn, {
    body: () => ({ password: 'not this', code: '000000' }),
    answer: 'settings.passwordWrong',
  }),
  'GET /api/v2/sec/settings/data': row(signedIn),
  'POST /api/v2/sec/settings/data': row(signedIn, {
    body: () => ({ password: 'not this' }),
    answer: 'settings.passwordWrong',
  }),
  'POST /api/v2/sec/settings/data/open': row(signedIn, {
    body: () => ({ password: 'not this' }),
    answer: 'settings.passwordWrong',
  }),
  'GET /api/v2/sec/settings/leave': row(signedIn),
  'POST /api/v2/sec/settings/leave': row(signedIn, {
    body: () => ({ login: 'somebody else', password: 'not this' }),
    answer: 'request.invalid',
  }),
  'GET /api/v2/sec/settings/passkey': row(signedIn),
  'POST /api/v2/sec/settings/passkey': row(signedIn, {
    body: () => ({
      name: 'Made',
      credential: {
        id: 'none',
        rawId: 'none',
        type: 'public-key',
        response: { clientDataJSON: 'none', attestationObject: 'none' },
      },
    }),
    answer: 'passkey.refused',
  }),
  'POST /api/v2/sec/settings/passkey/begin': row(signedIn, {
    body: () => ({ password: 'not this' }),
    answer: 'settings.passwordWrong',
  }),
  'POST /api/v2/sec/settings/passkey/{id}': row(owners('passkey.notFound'), {
    body: () => ({ name: 'Changed' }),
  }),
  'POST /api/v2/sec/settings/passkey/{id}/remove': row(signedIn, {
    body: () => ({ password: 'not this' }),
    answer: 'settings.passwordWrong',
  }),
  'GET /api/v2/sec/settings/preferences': row(signedIn),
  'POST /api/v2/sec/settings/preferences': row(signedIn, {
    body: () => ({ theme: 'dark' }),
    asStandIn: true,
  }),
  'GET /api/v2/sec/settings/usage': row(signedIn),
  'GET /api/v2/sec/settings/session': row(signedIn),
  'DELETE /api/v2/sec/settings/session': row(signedIn, { asStandIn: true }),
  'DELETE /api/v2/sec/settings/session/{id}': row(owners('session.notFound')),
  'GET /api/v2/sec/settings/token': row(signedIn),
  'POST /api/v2/sec/settings/token': row(signedIn, {
    body: () => ({ name: 'Made', scopes: ['read'], validity: 60_000 }),
    asStandIn: true,
  }),
  'DELETE /api/v2/sec/settings/token/{id}': row(owners('token.notFound')),
  'GET /api/v2/sec/settings/webhook': row(signedIn),
  'POST /api/v2/sec/settings/webhook': row(signedIn, {
    body: newWebhook,
    asStandIn: true,
    answer: 'settings.passwordWrong',
  }),
  'POST /api/v2/sec/settings/webhook/{id}': row(owners('webhook.notFound'), {
    body: () => ({ ...newWebhook(), url: 'https://8.8.8.8/' }),
  }),
  'DELETE /api/v2/sec/settings/webhook/{id}': row(owners('webhook.notFound')),
  'POST /api/v2/sec/settings/webhook/{id}/secret': row(owners('webhook.notFound')),
  'POST /api/v2/sec/settings/webhook/{id}/test': row(owners('webhook.notFound')),
  'POST /api/v2/sec/settings/webhook/{id}/again': row(owners('webhook.notFound'), {
    body: ({ webhookId }) => ({ delivery: webhookId }),
  }),
  'GET /api/v2/sec/settings/webhook/{id}/attempt': row(owners('webhook.notFound')),

  'GET /api/v2/sec/alias': row(signedIn),
  'POST /api/v2/sec/alias': row(signedIn, { body: aliasChange }),
  'GET /api/v2/sec/alias/{id}': row(managers('alias.notFound')),
  'POST /api/v2/sec/alias/{id}': row(owners('alias.notFound', 'alias.notOwner'), { body: aliasChange }),
  'DELETE /api/v2/sec/alias/{id}': row(owners('alias.notFound', 'alias.notOwner')),
  'GET /api/v2/sec/alias/{id}/form': row(managers('alias.notFound')),
  'POST /api/v2/sec/alias/{id}/form': row(owners('alias.notFound', 'alias.notOwner'), {
    body: () => ({ recipient: 'Changed' }),
  }),
  'DELETE /api/v2/sec/alias/{id}/form': row(owners('alias.notFound', 'alias.notOwner')),
  'GET /api/v2/sec/alias/{id}/seal': row(managers('alias.notFound')),
  'POST /api/v2/sec/alias/{id}/seal': row(owners('alias.notFound', 'alias.notOwner'), { body: seal }),
  'DELETE /api/v2/sec/alias/{id}/seal': row(owners('alias.notFound', 'alias.notOwner')),
  'POST /api/v2/sec/alias/{id}/password': row(
    owners('alias.notFound', 'alias.notOwner'),
    value('a password'),
  ),
  'DELETE /api/v2/sec/alias/{id}/password': row(owners('alias.notFound', 'alias.notOwner')),
  'POST /api/v2/sec/alias/{id}/told': row(managers('alias.notFound'), value(true)),
  'POST /api/v2/sec/alias/{id}/album': row(owners('alias.notFound', 'alias.notOwner'), {
    body: () => ({ mode: 'checked' }),
  }),
  'GET /api/v2/sec/alias-member': row(signedIn),
  'DELETE /api/v2/sec/alias/{id}/member/{account}': row(owners('alias.notFound', 'alias.notOwner'), {
    answer: 'alias.notFound',
  }),
  'GET /api/v2/sec/settings/otheraccess': row(signedIn),

  'POST /api/v2/sec/upload/new': row(signedIn, { body: newShare }),
  'POST /api/v2/alias/password': row(holders),
  'POST /api/v2/alias/upload/new': row(holders, { body: newShare }),
  'GET /api/v2/sec/share/search': row(signedIn),
  'GET /api/v2/sec/share/received': row(signedIn),
  'GET /api/v2/sec/delivery': row(signedIn),
  'GET /api/v2/sec/share/{id}/manifest': row(share, { answer: 'share.notSealed' }),
  'POST /api/v2/sec/share/{id}/manifest': row(share, { body: someWords, answer: 'share.notSealed' }),
  'POST /api/v2/alias/upload/{id}/manifest': row(holdersOfItsAlias, {
    body: someWords,
    answer: 'share.notSealed',
  }),
  'POST /api/v2/sec/share/{id}/read': row(share),
  'GET /api/v2/sec/share/{id}': row(share),
  'GET /api/v2/sec/share/{id}/folder': row(share),
  'GET /api/v2/sec/share/{id}/files': row(share),
  'GET /api/v2/sec/share/{id}/activity': row(share),
  'GET /api/v2/sec/share/{id}/delivery': row(share),
  'POST /api/v2/sec/share/{id}/album': row(owners('share.notFound'), {
    ...value(true),
    answer: 'album.received',
  }),
  'POST /api/v2/sec/share/{id}/album/add': row(share, { answer: 'album.none' }),
  'POST /api/v2/sec/share/{id}/done': row(share, value(true)),
  'GET /api/v2/sec/share/{id}/told': row(owners('share.notFound')),
  'POST /api/v2/sec/share/{id}/told': row(owners('share.notFound'), { body: () => ({ first: true }) }),
  'GET /api/v2/sec/share/{id}/recipient': row(owners('share.notFound')),
  'POST /api/v2/sec/share/{id}/recipient': row(owners('share.notFound'), {
    body: () => ({ to: [] }),
    answer: 'mail.noRecipients',
  }),
  'POST /api/v2/sec/share/{id}/recipient/{recipientId}': row(owners('share.notFound'), {
    answer: 'recipient.notFound',
  }),
  'DELETE /api/v2/sec/share/{id}/recipient/{recipientId}': row(owners('share.notFound'), {
    answer: 'recipient.notFound',
  }),
  'POST /api/v2/sec/share/{id}/only': row(owners('share.notFound'), value(false)),
  'DELETE /api/v2/sec/share/{id}': row(share),
  'DELETE /api/v2/sec/share/{id}/file/{fileId}': row(share),
  'POST /api/v2/sec/share/{id}/publish': row(share),
  'DELETE /api/v2/sec/share/{id}/publish': row(share),
  'POST /api/v2/sec/share/{id}/name': row(share, value('Changed')),
  'DELETE /api/v2/sec/share/{id}/name': row(share),
  'POST /api/v2/sec/share/{id}/description': row(share, value('Changed')),
  'POST /api/v2/sec/share/{id}/validity': row(share, value(60_000)),
  'POST /api/v2/sec/share/{id}/until': row(share, { body: () => ({ value: Date.now() + 60_000 }) }),
  'POST /api/v2/sec/share/{id}/maxviews': row(share, value(7)),
  'POST /api/v2/sec/share/{id}/maxdownloads': row(share, value(1_000_000)),
  'DELETE /api/v2/sec/share/{id}/maxdownloads': row(share),
  'POST /api/v2/sec/share/{id}/link': row(share, {
    body: () => ({ value: `words-${randomBytes(12).toString('hex')}` }),
  }),
  'DELETE /api/v2/sec/share/{id}/link': row(share),
  'POST /api/v2/sec/share/{id}/password': row(share, value('a password')),
  'DELETE /api/v2/sec/share/{id}/password': row(share),

  'GET /api/v2/sec/mail/template/share/{id}': row(share),
  'GET /api/v2/sec/mail/template/alias/{id}': row(managers('alias.notFound')),
  'POST /api/v2/sec/mail/send': row(signedIn, {
    body: () => ({ recipients: [], subject: 'Hello', body: 'Hello' }),
    answer: 'mail.noRecipients',
  }),
  'POST /api/v2/alias/mail/notify/{id}': row(holdersOfItsAlias, { answer: 'mail.noReceivers' }),

  'POST /api/v2/admin/signup/newinvite': row(admins, {
    body: () => ({ password: 'not this' }),
    answer: 'signup.inviteOff',
  }),
  'GET /api/v2/admin/signup/invite': row(admins),
  'POST /api/v2/admin/signup/invite/{id}': row(admins, {
    body: () => ({ label: 'x' }),
    answer: 'invite.notFound',
  }),
  'DELETE /api/v2/admin/signup/invite/{id}': row(admins, { answer: 'invite.notFound' }),
  'GET /api/v2/admin/account': row(admins),
  'GET /api/v2/admin/account/{id}': row(admins, { missing: 'account.notFound' }),
  'POST /api/v2/admin/account': row(admins, { body: newPerson }),
  'POST /api/v2/admin/account/{id}': row(admins, {
    body: () => ({ state: 'Disabled', admin: false }),
    missing: 'account.notFound',
  }),
  'POST /api/v2/admin/account/{id}/reset': row(admins, {
    answer: 'account.noReset',
    missing: 'account.notFound',
  }),
  'DELETE /api/v2/admin/account/{id}': row(admins, { missing: 'account.notFound' }),
  'DELETE /api/v2/admin/account/{id}/factor': row(admins, { missing: 'account.notFound' }),
  'GET /api/v2/admin/audit': row(admins),
  'GET /api/v2/admin/settings': row(admins),
  'POST /api/v2/admin/settings': row(admins, {
    body: () => ({ changes: [{ name: 'FOOTER_TEXT', value: null, version: 999 }] }),
    answer: 'setting.changed',
  }),
  'POST /api/v2/open/share/{id}/report': row(anyoneHere, {
    body: () => ({ reason: 'malware' }),
    answer: 'request.notFound',
  }),
  'GET /api/v2/admin/report': row(admins),
  'POST /api/v2/admin/report/{id}/dismiss': row(admins, { answer: 'share.notFound' }),
  'GET /api/v2/admin/share': row(admins),
  'POST /api/v2/admin/share/{id}/block': row(admins, { body: why, missing: 'share.notFound' }),
  'DELETE /api/v2/admin/share/{id}/block': row(admins, {
    answer: 'oversight.notBlocked',
    missing: 'share.notFound',
  }),
  'DELETE /api/v2/admin/share/{id}': row(admins, {
    answer: 'oversight.notBlocked',
    missing: 'share.notFound',
  }),
  'GET /api/v2/admin/quarantine': row(admins),
  'POST /api/v2/admin/quarantine/{id}/release': row(admins, {
    body: () => ({ ...why(), password: 'not this' }),
    answer: 'settings.passwordWrong',
  }),
  'DELETE /api/v2/admin/quarantine/{id}': row(admins, { answer: 'file.notFound' }),
  'GET /api/v2/admin/alias': row(admins),
  'POST /api/v2/admin/alias/{id}/block': row(admins, { body: why, missing: 'alias.notFound' }),
  'DELETE /api/v2/admin/alias/{id}/block': row(admins, {
    answer: 'oversight.notBlocked',
    missing: 'alias.notFound',
  }),
  'DELETE /api/v2/admin/alias/{id}': row(admins, {
    answer: 'oversight.notBlocked',
    missing: 'alias.notFound',
  }),
  'POST /api/v2/admin/settings/provider': row(admins, {
    body: () => ({ id: 'nobody' }),
    answer: 'auth.providerUnknown',
  }),
  'POST /api/v2/admin/settings/logo': row(admins, {
    body: () => ({ picture: null, version: 999 }),
    answer: 'setting.changed',
  }),
  'GET /api/v2/admin/doctor': row(admins),
  'POST /api/v2/admin/doctor/clock': row(admins),
  'GET /api/v2/admin/doctor/probe': row(admins),
  'HEAD /api/v2/admin/doctor/probe': row(admins),
  'POST /api/v2/admin/doctor/probe': row(admins),
  'POST /api/v2/admin/mail/test': row(admins, { answer: 'mail.noAddress' }),
};
