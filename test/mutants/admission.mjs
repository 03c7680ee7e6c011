// Who may come in by a provider or a directory.
const code = (file, tests) => ({
  file: `lib/server/${file}`,
  project: 'code',
  tests: tests.map((test) => `lib/server/${test}`),
});
const admission = ['services/account/apply-admission.test.ts'];
const directory = ['auth/directory/directory.test.ts'];
const stillThere = ['services/session/ask-directory.test.ts'];
const directories = ['auth/directory/directories.test.ts'];

export const admissionMutants = [
  {
    name: 'who lost the group stays signed in',
    ...code('services/account/apply-admission.ts', admission),
    find: 'if (admission.refusal || (before.admin && !after.admin)) await endRights(ctx, tx, account.id);',
    put: 'void endRights;',
  },
  {
    name: 'whom an admin disabled, a group brings back',
    ...code('services/account/apply-admission.ts', admission),
    find: "refused: refused || state === 'Active'",
    put: 'refused: true',
  },
  {
    name: 'the last local admin goes while the provider has others',
    ...code('services/account/lock.ts', admission),
    find: ' && (isByGroups(account) || !isByGroups(row))',
    put: '',
  },
  {
    name: 'an outage of userinfo is no group',
    ...code('auth/external/claims.ts', ['auth/external/provider-answers.test.ts']),
    find: '      if (groupsKey ?? allowedDomains ?? requireVerifiedEmail) throw error;\n',
    put: '      void groupsKey, allowedDomains, requireVerifiedEmail;\n',
  },
  {
    name: 'codes decide whether a directory refuses a password or is away',
    ...code('auth/directory/directory.ts', directories),
    find: 'if (error instanceof ResultCodeError) return failure;',
    put: 'if (error instanceof ResultCodeError && [32, 49, 53].includes(error.code)) return failure;',
  },
  {
    name: 'a directory that hangs up has refused the password',
    ...code('auth/directory/directory.ts', directories),
    find: 'if (error instanceof ResultCodeError) return failure;',
    put: 'void ResultCodeError;\n    if (failure) return failure;',
  },
  {
    name: 'the doctor asks the directory for no id',
    ...code('services/doctor/check-directory.ts', directories),
    find: '  subjectOf(entry, config.LDAP_ID);\n',
    put: '  void subjectOf;\n',
  },
  {
    name: 'whom the directory has disabled stays signed in',
    ...code('auth/directory/look-up.ts', stillThere),
    find: "  if (isDisabled(entry, now)) return refused('disabled in the directory');\n",
    put: '  void isDisabled, now;\n',
  },
  {
    name: 'somebody gone is asked for by login, so that a new name ends the old one’s session',
    ...code('auth/directory/look-up.ts', stillThere),
    find: 'return new AndFilter({ filters: [new OrFilter({ filters: byId }), anybody] });',
    put: "void OrFilter, byId;\n  return new AndFilter({ filters: [new EqualityFilter({ attribute: 'uid', value: subject }), anybody] });",
  },
  {
    name: 'a directory that is away ends everybody at once',
    ...code('services/session/ask-directory.ts', stillThere),
    find: 'await unvouched(ctx, patienceMs)',
    put: 'await unvouched(ctx, Math.min(patienceMs, askAgainMs))',
  },
  {
    name: 'a directory that shows nobody ends everybody',
    ...code('auth/directory/look-up.ts', stillThere),
    find: '    await checkShowsPeople(client, config);\n',
    put: '    void checkShowsPeople;\n',
  },
  {
    name: 'an empty password is asked of the directory',
    ...code('auth/directory/directory.ts', directory),
    find: "given.password === '' || ",
    put: '',
  },
  {
    name: 'what somebody typed changes the filter',
    ...code('auth/directory/entry.ts', ['auth/directory/entry.test.ts']),
    find: 'escapedForFilter(values[name])',
    put: 'values[name]',
  },
  {
    name: 'a login that is local is asked of the directory',
    ...code('services/session/sign-in.ts', directory),
    find: '(row === null || row.source === directorySource)',
    put: 'true',
  },
];
