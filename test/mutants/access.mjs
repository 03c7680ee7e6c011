// Who may do what, and how often they may try.
const code = (file, tests) => ({
  file: `lib/server/${file}`,
  project: 'code',
  tests: tests.map((test) => `lib/server/${test}`),
});
const open = ['services/open/open-share.test.ts'];
const session = ['auth/caller.test.ts'];

export const accessMutants = [
  {
    name: 'a locked share opens without its password',
    ...code('services/open/gate.ts', open),
    find: "if (!claims) throw new AppError('open.passwordRequired');",
    put: 'void claims;',
  },
  {
    name: 'a visit outlives a changed password',
    ...code('services/open/gate.ts', open),
    find: "['share', 'version', 'password', 'recipient', 'only']",
    put: "['share', 'version', 'recipient', 'only']",
  },
  {
    name: 'the limit of views is read before it is written',
    ...code('services/open/open-share.ts', open),
    find: ' AND p."views" < s."maxViews"',
    put: '',
  },
  {
    name: 'a link whose owner is gone stays open',
    ...code('services/open/publication.ts', open),
    find: "if (publication.isClosed) return 'gone';",
    put: '',
  },
  {
    name: 'a file of another share leaves by this link',
    ...code('services/open/open-file.ts', [
      'transfer/access.test.ts',
      'transfer/download/serve-file.test.ts',
    ]),
    find: 'findStored(ctx.db, { fileId, shareId: publication.shareId })',
    put: 'ctx.db.file.findUnique({ where: { id: fileId } }).then((row) => row && findStored(ctx.db, { fileId, shareId: row.shareId }))',
  },
  {
    name: 'the private id leaves by a public link',
    ...code('services/open/open-share.ts', open),
    find: '    id: linkId,\n',
    put: '',
  },
  {
    name: 'a share is changed by whoever knows its id',
    ...code('services/share/access.ts', ['services/share/access.test.ts']),
    find: 'where: { AND: [{ id: shareId }, managedBy(viewer)] },\n    include',
    put: 'where: { id: shareId },\n    include',
  },
  {
    name: 'whoever knows a share’s id is told of it',
    ...code('services/share/access.ts', ['services/mail/send.test.ts']),
    find: 'count({ where: { AND: [{ id: shareId }, managedBy(viewer)] } })',
    put: 'count({ where: { id: shareId } })',
  },
  {
    name: 'an access token does what its scopes don’t allow',
    ...code('auth/grant.ts', ['http/token-access.test.ts']),
    find: "if (!scopes.includes(scope)) throw new AppError('token.scopeMissing', { scope });",
    put: '',
  },
  {
    name: 'an access token counts from every network',
    ...code('auth/grant.ts', ['http/token-access.test.ts']),
    find: 'networks.length > 0 && !isListed(networks, address)',
    put: 'false',
  },
  {
    name: 'members lose the shares of their alias',
    ...code('services/share/access.ts', ['services/share/access.test.ts']),
    find: 'members: { some: { accountId: viewer.id } } } },',
    put: "members: { some: { accountId: '' } } } },",
  },
  {
    name: 'members change an alias',
    ...code('services/alias/access.ts', ['services/alias/access.test.ts', 'services/alias/save.test.ts']),
    find: "if (alias.ownerId !== viewer.id) throw new AppError('alias.notOwner');",
    put: '',
  },
  {
    name: 'an alias that is off takes files',
    ...code('services/alias/access.ts', ['auth/alias-pass.test.ts']),
    find: '  enabled: true,\n',
    put: '',
  },
  {
    name: 'a session outlives its account',
    ...code('auth/caller.ts', session),
    find: ' AND a."deletingAt" IS NULL',
    put: '',
  },
  {
    name: 'a session outlives the switching off of its account',
    ...code('auth/caller.ts', session),
    find: `(a."state" = 'Active') IS TRUE AND `,
    put: '',
  },
  {
    name: 'a session that was ended goes on',
    ...code('auth/session-rows.ts', session),
    find: 'held."revokedAt" IS NULL AND ',
    put: '',
  },
  {
    name: 'an access token may do all that its account may',
    ...code('auth/grant.ts', ['http/token-access.test.ts']),
    find: "  if (!scopes.includes(scope)) throw new AppError('token.scopeMissing', { scope });\n",
    put: '',
  },
  {
    name: 'the first part of an access token opens as the whole does',
    ...code('auth/caller.ts', ['services/token/tokens.test.ts']),
    find: ' AND held."secretHash" IS NOT DISTINCT FROM asked."secretHash"',
    put: '',
  },
  {
    name: 'a new password leaves other sessions signed in',
    ...code('services/settings/password.ts', ['services/settings/settings.test.ts']),
    find: '    await endSessions(tx, { accountId: id, except: sessionId, now: ctx.now });\n',
    put: '',
  },
  {
    name: 'the last admin is removed',
    ...code('services/account/remove.ts', ['services/account/last-admin.test.ts']),
    find: "if (isLastAdmin) throw new AppError('account.lastAdmin');",
    put: 'void isLastAdmin;',
  },
  {
    name: 'tries of a password are not counted',
    ...code('limits/attempt.ts', ['services/session/limits.test.ts', 'services/open/limits.test.ts']),
    find: '  await countTries(ctx, counters);\n  try {',
    put: '  try {',
  },
  {
    name: 'an invite is spent twice',
    ...code('services/signup/register.ts', ['services/signup/signup.test.ts']),
    find: 'if (!invite || count === 0)',
    put: 'if (!invite)',
  },
  {
    name: 'an admin call is open to everybody',
    ...code('http/context.ts', ['http/context.test.ts']),
    find: "if (!viewer.admin) throw new AppError('auth.forbidden');",
    put: '',
  },
  {
    name: 'another site changes things with our cookie',
    ...code('auth/origin.ts', [
      'auth/caller.test.ts',
      'transfer/access.test.ts',
      'http/next-auth-route.test.ts',
    ]),
    find: "return site === 'same-origin' || site === 'none';",
    put: 'return true;',
  },
  {
    name: 'scripts read the session’s cookie',
    ...code('http/cookies.ts', ['http/https.test.ts', 'http/next-auth-route.test.ts']),
    find: 'httpOnly: true',
    put: 'httpOnly: false',
  },
  {
    name: 'a session’s cookie rides along from every site',
    ...code('http/cookies.ts', ['http/https.test.ts', 'http/next-auth-route.test.ts']),
    find: "sameSite: strict ? 'strict' : 'lax'",
    put: "sameSite: 'none'",
  },
  {
    name: 'a device is let in by a second person, after the first',
    ...code('services/device/decide.ts', ['services/device/device.test.ts']),
    find: '  answer: null,\n',
    put: '',
  },
  {
    name: 'a device gets a token for each question it asks at once',
    ...code('services/device/fetch.ts', ['services/device/device.test.ts']),
    find: 'count === 0 || ',
    put: '',
  },
  {
    name: 'a device gets a token that nobody may give',
    ...code('services/device/decide.ts', ['services/device/device.test.ts']),
    find: " && (admin || scope !== 'admin')",
    put: '',
  },
  {
    name: 'codes of devices can be guessed without end',
    ...code('services/device/decide.ts', ['services/device/device.test.ts']),
    find: '  await missed(ctx);\n',
    put: '',
  },
  {
    name: 'an access token lets another device in',
    file: 'lib/contract/http/scope.ts',
    project: 'rules',
    tests: ['lib/contract/http/scope.test.ts'],
    find: 'sec\\/(auth|settings',
    put: 'sec\\/(auth\\/session|settings',
  },
];
