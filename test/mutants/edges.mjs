// What ends together, in order, or only sometimes: rights, writes, zones, repetitions, forms of a word.
const code = (file, tests) => ({
  file: `lib/server/${file}`,
  project: 'code',
  tests: tests.map((test) => `lib/server/${test}`),
});
const rule = (file, test) => ({ file, project: 'rules', tests: [`test/rules/${test}`] });

export const edgeMutants = [
  {
    name: 'the bytes of a paused upload are taken for orphans',
    ...code('services/storage/compare.ts', ['services/storage/paused-upload.test.ts']),
    find: 'db.file.findMany({ where: { id: { in: ids } }, select: { id: true } })',
    put: "db.file.findMany({ where: { id: { in: ids }, state: 'complete' }, select: { id: true } })",
  },
  {
    name: 'access tokens survive a password that an admin sets',
    ...code('services/other-access/end-planted.ts', ['services/account/rights-end.test.ts']),
    find: 'endSessions(tx, { accountId, except, now: ctx.now })',
    put: 'endSessions(tx, { accountId, except, now: ctx.now, hasTokens: false })',
  },
  {
    name: 'who becomes an ordinary account keeps an admin’s tokens',
    ...code('services/account/modify.ts', ['services/account/rights-end.test.ts']),
    find: ' || (before.admin && !admin)',
    put: '',
  },
  {
    name: 'an upload of deferred length passes the account’s quota',
    ...code('services/upload/resize.ts', ['transfer/tus/deferred-quota.test.ts']),
    find: '\n    AND ${fitsQuota(config, shareId, need)}',
    put: '',
  },
  {
    name: 'a small file becomes final without asking for the lease',
    ...code('transfer/tus/store-body.ts', ['transfer/tus/lost-lease.test.ts']),
    find: "  if (content.inOneGo && activeLease && !activeLease.isGuaranteed()) throw new AppError('upload.busy');\n",
    put: '',
  },
  {
    name: 'a small file is completed by a node that has no lease',
    ...code('services/upload/progress.ts', ['services/upload/small-file-lease.test.ts']),
    find: '\n        AND (u."leaseHolder" = a."node" AND u."fence" = a."fence" OR u."leaseHolder" IS NULL AND a."node" IS NULL)',
    put: '',
  },
  {
    name: 'a file gets its name before its bytes are synced',
    ...code('storage/disk/disk-storage.ts', ['storage/disk/order-on-disk.test.ts']),
    find: '    await file.datasync();\n',
    put: '',
  },
  {
    name: 'the folder of a new file is not synced',
    ...code('storage/disk/disk-storage.ts', ['storage/disk/order-on-disk.test.ts']),
    find: '  await syncFolder(folder);\n',
    put: '',
  },
  {
    name: 'a small file gets its name before its bytes are synced',
    ...code('storage/disk/disk-worker.mjs', ['storage/disk/order-on-disk.test.ts']),
    find: `  each((item) => syncAndClose(files.get(item)));
  each(({ from, to }) => fs.renameSync(from, to));`,
    put: `  each(({ from, to }) => fs.renameSync(from, to));
  each((item) => syncAndClose(files.get(item)));`,
  },
  {
    name: 'an inbox gets its allowance back for an upload that went on',
    ...code('jobs/unfinished-uploads.ts', ['jobs/went-on.test.ts']),
    find: 'refundUnarrived(tx, await staleOf(tx, files, now))',
    put: 'refundUnarrived(tx, files)',
  },
  {
    name: 'the last day in a mail is the server’s',
    ...code('services/mail/wording.ts', ['services/mail/last-day.test.ts']),
    find: '    timeZone: reader.timezone,\n',
    put: '',
  },
  {
    name: 'a moment in a mail is in the server’s zone',
    ...code('services/mail/wording.ts', ['services/mail/last-day.test.ts']),
    find: '{ ...zonedDateTimeFormat, timeZone }',
    put: 'zonedDateTimeFormat',
  },
  {
    name: 'who stays signed in doesn’t behind the second factor',
    ...code('services/session/sign-in-second.ts', ['services/session/kept-behind-factor.test.ts']),
    find: 'claims.kept === 1]',
    put: 'false]',
  },
  {
    name: 'a dry run counts a damaged file',
    ...code('import/import-files.ts', ['import/dry-run.test.ts']),
    find: '      if (!isPlan && (file.md5 || file.sha256)) await checkFile(file);\n',
    put: '',
  },
  {
    name: 'an empty variable wins over what was set in the browser',
    ...code('config/stored.ts', ['config/stored.test.ts']),
    find: '!env[name]',
    put: 'env[name] === undefined',
  },
  {
    name: 'a recipient’s mail that is repeated is another mail',
    ...code('services/recipient/mail.ts', ['services/notice/repeated-mail.test.ts']),
    find: 'const named = isCode ? {} : { messageId };',
    put: 'const named = isCode ? { messageId } : {};',
  },
  {
    name: 'a receipt that is repeated is another mail',
    ...code('services/notice/receipt-mail.ts', ['services/notice/repeated-mail.test.ts']),
    find: '    messageId: `<${id}@${new URL(BASE_URL).hostname}>`,\n',
    put: '',
  },
  {
    name: 'nobody sees that a link could not be withdrawn',
    ...rule('components/share/use-share.ts', 'failures-said.test.ts'),
    find: 'error: publish.error ?? unpublish.error',
    put: 'error: publish.error',
  },
  {
    name: 'the panel doesn’t say why a link could not be withdrawn',
    ...rule('components/share/detail/details-panel.tsx', 'failures-said.test.ts'),
    find: '      <FailureBanner error={publishing.error} className="mt-3" />\n',
    put: '',
  },
  {
    name: 'a visit is forgotten before its downloads',
    ...code('jobs/forget.ts', ['jobs/forget-visits.test.ts']),
    find: 'new Date(until.getTime() - visitMs)',
    put: 'until',
  },
  {
    name: 'in German several files are one',
    ...rule('messages/de.json', 'plurals.test.ts'),
    find: '{# Dateien fehlen}} noch',
    put: '{# Datei fehlen}} noch',
  },
  {
    name: 'in German one file is several',
    ...rule('messages/de.json', 'plurals.test.ts'),
    find: '{# Datei steht} other',
    put: '{# Dateien stehen} other',
  },
];
