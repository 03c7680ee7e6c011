// What somebody with a session alone could leave behind.
const planted = (file) => ({
  file: `lib/server/services/${file}`,
  project: 'code',
  tests: ['lib/server/services/other-access/planted.test.ts'],
});

export const plantedMutants = [
  {
    name: 'a session alone makes a webhook',
    ...planted('other-access/end-planted.ts'),
    file: 'lib/features/webhook/webhooks.ts',
    find: "  await proveOwner(ctx, { password, code }, 'webhook.create');\n",
    put: '  void password, code;\n',
  },
  {
    name: 'a session alone has a webhook told links',
    ...planted('other-access/end-planted.ts'),
    file: 'lib/features/webhook/webhooks.ts',
    find: ' || (withLinks && !before.withLinks)',
    put: '',
  },
  {
    name: 'a webhook goes on after a reset',
    ...planted('other-access/end-planted.ts'),
    file: 'lib/features/webhook/feature.ts',
    find: 'data: { enabled: false }',
    put: 'data: {}',
  },
  {
    name: 'a warning goes to the address of whoever changed it',
    file: 'lib/server/journal/mail.ts',
    project: 'code',
    tests: ['lib/server/journal/listeners.test.ts'],
    find: 'a."id", a."email", $',
    put: 'a."id", NULL, $',
  },
  {
    name: 'a session alone fetches the archive of own data',
    file: 'lib/server/services/own-data/own-data.ts',
    project: 'code',
    tests: ['lib/server/services/own-data/own-data.test.ts'],
    find: "  if (!isOpen) throw new AppError('data.unproven');\n",
    put: '  void isOpen;\n',
  },
  {
    name: 'the audit names files of locked shares',
    file: 'lib/server/services/audit/search.ts',
    project: 'code',
    tests: ['lib/server/services/audit/search.test.ts'],
    find: '  passwordHash: null,\n',
    put: '',
  },
  {
    name: 'a mail server is given options in the browser',
    file: 'lib/server/services/server-settings/change.ts',
    project: 'code',
    tests: ['lib/server/services/server-settings/change.test.ts'],
    find: "  if (option) throw new AppError('setting.option', { field: name, option });\n",
    put: '  void option;\n',
  },
  {
    name: 'invites of a thief outlive a reset',
    file: 'lib/server/services/other-access/end-planted.ts',
    project: 'code',
    tests: ['lib/server/services/other-access/ended-rights.test.ts'],
    find: '  await tx.invite.deleteMany({ where: { createdById: accountId } });\n',
    put: '',
  },
  {
    name: 'a name is a link in Discord',
    file: 'lib/features/webhook/compose.ts',
    project: 'code',
    tests: ['lib/features/webhook/webhooks.test.ts'],
    find: 'withLink(plainMarkdown(text).slice(0, 1500), link)',
    put: 'withLink(text.slice(0, 1500), link)',
  },
];
