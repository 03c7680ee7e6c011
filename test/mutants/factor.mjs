// The second factor.
const code = (file, tests = ['services/factor/factor.test.ts']) => ({
  file: `lib/server/${file}`,
  project: 'code',
  tests: tests.map((test) => `lib/server/${test}`),
});
const gate = ['http/factor-gate.test.ts'];
const passkey = ['services/passkey/passkey.test.ts'];

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
    find: 'return isAlone &&',
    put: 'return !isAlone &&',
  },
  {
    name: 'the factor is turned off without a code',
    ...code('services/factor/change.ts'),
    find: '() => spendFactorCode(ctx, id, code)',
    put: "async () => (code ? 'totp' : null)",
  },
  {
    name: 'a reset by mail skips the second factor',
    ...code('services/account-code/reset.ts', ['services/factor/reset.test.ts']),
    find: 'await endPlanted(ctx, tx, { accountId, except: null });',
    put: 'await endPlanted(ctx, tx, { accountId, except: null });\n    await tx.secondFactor.deleteMany({ where: { accountId } });',
  },
  {
    name: 'a code of another account lets in',
    ...code('services/session/sign-in-second.ts'),
    find: '    const factor = await spendFactorCode(ctx, accountId, code);',
    put: `    let factor: Awaited<ReturnType<typeof spendFactorCode>> = null;
    for (const other of await ctx.db.secondFactor.findMany())
      factor ??= await spendFactorCode(ctx, other.accountId, code);`,
  },
  {
    name: 'a browser that one account knows is known to all',
    ...code('services/session/known-client.ts', ['services/session/known-client.test.ts']),
    find: `hashSecret(\`\${accountId} \${mark}\`)`,
    put: 'hashSecret(mark)',
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
  {
    name: 'what a passkey has signed lets in as often as it is shown',
    ...code('services/passkey/challenge.ts', passkey),
    find: "    if (count === 0) throw new AppError('passkey.over');\n",
    put: '    void count;\n',
  },
  {
    name: 'another session adds the passkey',
    ...code('services/passkey/add.ts', passkey),
    find: '`add ${viewer.sessionId} ${passwordMark(passwordHash)}`',
    put: '`add ${viewer.id} ${passwordMark(passwordHash)}`',
  },
  {
    name: 'a passkey is added without the password',
    ...code('services/passkey/add.ts', passkey),
    find: "  await proveOwner(ctx, proof, 'settings.passkey');\n",
    put: '  void proof;\n',
  },
  {
    name: 'anybody renames a passkey',
    ...code('services/passkey/passkeys.ts', passkey),
    find: 'const where = { id, accountId };',
    put: 'const where = { id };',
  },
  {
    name: 'a signature for another origin is taken',
    ...code('services/session/sign-in-by-passkey.ts', passkey),
    find: 'expectedOrigin: origin',
    put: "expectedOrigin: [origin, 'https://evil.example']",
  },
  {
    name: 'the password alone lets in whose demanded factor is a passkey',
    ...code('services/session/sign-in.ts', gate),
    find: "  if (await needsPasskey(ctx, account)) throw new AppError('auth.passkeyNeeded');\n",
    put: '',
  },
];
