// The second factor.
const code = (file, tests = ['services/factor/factor.test.ts']) => ({
  file: `lib/server/${file}`,
  project: 'code',
  tests: tests.map((test) => `lib/server/${test}`),
});
const gate = ['http/factor-gate.test.ts'];

export const factorMutants = [
  {
    name: 'a password alone lets in',
    ...code('services/session/sign-in.ts'),
    find: '  if (await hasFactor(ctx, id)) throw await secondFactorWanted(ctx, { id, passwordHash, isKept });\n',
    put: '',
  },
  {
    name: 'a code works as often as it is shown',
    ...code('services/factor/spend-code.ts'),
    find: ', lastStep: { lt: step }',
    put: '',
  },
  {
    name: 'a recovery code is not spent',
    ...code('services/factor/spend-code.ts'),
    find: `array_remove("recoveryHashes", \${hash})`,
    put: '"recoveryHashes"',
  },
  {
    name: 'a challenge takes any number of tries',
    ...code('services/session/sign-in-second.ts'),
    find: ', tries: { lt: maxTries }',
    put: '',
  },
  {
    name: 'a challenge outlives its password',
    ...code('services/session/sign-in-second.ts'),
    find: 'passwordMark(account.passwordHash) === claims.password',
    put: 'true',
  },
  {
    name: 'a challenge lets in twice',
    ...code('services/session/sign-in-second.ts'),
    find: "    if (count === 0) throw new AppError('auth.challengeOver');\n",
    put: '    void count;\n',
  },
  {
    name: 'another session completes the set-up',
    ...code('services/factor/set-up.ts'),
    find: "if (claims?.sid !== sessionId) throw new AppError('factor.setupOver');",
    put: "if (!claims) throw new AppError('factor.setupOver');",
  },
  {
    name: 'a sign-in that began before the factor is let in',
    ...code('services/session/enter.ts'),
    find: "event === 'login' && !factor &&",
    put: 'false &&',
  },
  {
    name: 'the factor is turned off without a code',
    ...code('services/factor/change.ts'),
    find: '() => spendFactorCode(ctx, id, code)',
    put: "async () => (code ? 'totp' : null)",
  },
  {
    name: 'everything opens without the factor that is demanded',
    ...code('http/context.ts', gate),
    find: "if (lacksFactor) throw new AppError('auth.factorMissing');",
    put: 'void lacksFactor;',
  },
  {
    name: 'who is remembered goes on without the factor that is demanded',
    ...code('auth/caller.ts', gate),
    find: `
    AND NOT (s."secretHash" IS NULL AND \${lacksFactor(Prisma.sql\`caller\`)}))`,
    put: ')',
  },
];
