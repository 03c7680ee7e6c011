// Settings of the installation.
const code = (file, tests = ['services/server-settings/change.test.ts']) => ({
  file: `lib/server/${file}`,
  project: 'code',
  tests: tests.map((test) => `lib/server/${test}`),
});

export const settingMutants = [
  {
    name: 'what the environment sets is changed in the browser',
    ...code('services/server-settings/change.ts'),
    find: "  if (fixed) throw new AppError('setting.fixed', { field: fixed });\n",
    put: '',
  },
  {
    name: 'a row wins over the environment',
    ...code('config/stored.ts'),
    find: ' && !env[name]',
    put: '',
  },
  {
    name: 'the password of the mail server is read in the page',
    ...code('services/server-settings/secret-parts.ts'),
    find: "    url.password = '';\n",
    put: '',
  },
  {
    name: 'the password of the mail server goes to another one',
    ...code('services/server-settings/secret-parts.ts'),
    find: '  if (old.href !== url.href) return null;\n',
    put: '',
  },
  {
    name: 'a stolen session sends all mails to a server of its own',
    file: 'lib/domain/server-settings.ts',
    project: 'code',
    tests: ['lib/server/services/server-settings/change.test.ts'],
    find: '  ...settingGroups.mail,\n',
    put: '',
  },
  {
    name: 'the later of two admins overwrites the other',
    ...code('services/server-settings/change.ts'),
    find: "    if (stale) throw new AppError('setting.changed', { field: stale.name });\n",
    put: '',
  },
  {
    name: 'secrets lie open in the database',
    ...code('services/server-settings/stored.ts'),
    find: "isSecretSetting(name) ? { sealed: encryptSecret('setting', name, text) } : text",
    put: 'text',
  },
];
