// Records, mails and searches.
const code = (file, tests) => ({
  file: `lib/server/${file}`,
  project: 'code',
  tests: tests.map((test) => `lib/server/${test}`),
});

export const recordMutants = [
  {
    name: 'webhooks are not told an event that others hear of',
    ...code('journal/record.ts', ['../features/webhook/webhooks.test.ts']),
    find: 'return as ? insert(',
    put: "return as && !(hears === 'webhook' && kind.audit) ? insert(",
  },
  {
    name: 'owners are not shown an event that admins hear of',
    ...code('journal/record.ts', ['journal/record.test.ts', 'services/activity/share-activity.test.ts']),
    find: 'return as ? insert(',
    put: "return as && !(hears === 'activity' && kind.audit) ? insert(",
  },
  {
    name: 'owners get no mail of what webhooks hear of',
    ...code('journal/record.ts', ['journal/owner-mails.test.ts']),
    find: 'return as ? insert(',
    put: "return as && !(hears === 'mail' && kind.webhook) ? insert(",
  },
  {
    name: 'a mail is sent of what was refused',
    ...code('journal/record.ts', ['journal/listeners.test.ts']),
    find: " || event.outcome === 'refused'",
    put: '',
  },
  {
    name: 'a listener can be listed twice',
    ...code('journal/record.ts', ['journal/listeners.test.ts']),
    find: 'if (count !== 1)',
    put: 'if (count === 0)',
  },
  {
    name: 'an event is recorded outside its transaction',
    ...code('journal/record.ts', ['journal/record.test.ts', '../features/webhook/webhooks.test.ts']),
    find: 'await write(tx)',
    put: 'await write(ctx.db)',
  },
  {
    name: 'a change stays although its event could not be recorded',
    ...code('services/share/publish.ts', ['../features/webhook/webhooks.test.ts']),
    find: 'await record(ctx, published, tx)',
    put: 'await record(ctx, published)',
  },
  {
    name: 'removing a share leaves no row in the audit',
    ...code('services/share/remove.ts', ['journal/events.test.ts']),
    find: "    await record(ctx, { event: 'share.remove', object, shareId, payload }, tx);\n",
    put: '',
  },
  {
    name: 'a refused password leaves no row in the audit',
    ...code('services/settings/password.ts', [
      'journal/events.test.ts',
      'services/settings/settings.test.ts',
    ]),
    find: "  await record(ctx, { event, object: { type: 'account', id }, outcome: 'refused' });\n",
    put: '',
  },
  {
    name: 'receivers are told twice',
    ...code('services/notice/notify-receivers.ts', ['services/notice/notify-receivers.test.ts']),
    find: '(s."notifiedAt" IS NULL',
    put: '(TRUE',
  },
  {
    name: 'a notice is sent again after the mail server took it',
    ...code('services/notice/send-notices.ts', ['services/notice/send-notices.test.ts']),
    find: '      if (!failure) for (const notice of bundle) await settleSent(ctx, notice, found.downloads);\n',
    put: '',
  },
  {
    name: 'more mails go out than a day allows',
    ...code('services/mail/allowance.ts', ['services/mail/send.test.ts']),
    find: 'if ((await addToCounter(ctx, spender, count)) <= max) return;',
    put: 'if ((await addToCounter(ctx, spender, 0)) <= max) return;',
  },
  {
    name: 'texts are in mail as HTML',
    ...code('mail/html.ts', ['mail/html.test.ts']),
    find: 'return html + escapeHtml(line.slice(end));',
    put: 'return html + line.slice(end);',
  },
  {
    name: 'logs quote what a statement was given',
    ...code('plain-error.ts', ['plain-error.test.ts']),
    find: "name.startsWith('PrismaClient')",
    put: "name.startsWith('Nobody')",
  },
  {
    name: 'a log line can be forged by a name',
    ...code('journal/auth-fail.ts', ['journal/auth-fail.test.ts']),
    find: 'account=${asciiJson(account.slice(0, 255))}',
    put: 'account=${account.slice(0, 255)}',
  },
  {
    name: 'a percent sign finds everything',
    ...code('services/containing.ts', ['services/share/search.test.ts', 'services/account/search.test.ts']),
    find: "word.replace(/[\\\\%_]/g, '\\\\$&')",
    put: 'word',
  },
  {
    name: 'a link that has just expired takes its share along',
    ...code('jobs/forget.ts', ['jobs/jobs.test.ts']),
    find: 'ctx.now.getTime() - ctx.config.CLEANUP_GRACE',
    put: 'ctx.now.getTime()',
  },
  {
    name: 'a delivery expires with a link that its owner made',
    ...code('jobs/forget.ts', ['jobs/stays.test.ts']),
    find: `AND s."aliasId" IS NULL AND NOT EXISTS (SELECT FROM "Delivery" d WHERE d."shareId" = s."id")`,
    put: '',
  },
  {
    name: 'an album whose inbox is deleted expires like a share',
    ...code('services/alias/move-shares.ts', ['jobs/stays.test.ts']),
    find: 'WHERE s."aliasId" = ${aliasId} AND NOT EXISTS',
    put: 'WHERE false AND s."aliasId" = ${aliasId} AND NOT EXISTS',
  },
  {
    name: 'a reminder is sent again with every run',
    ...code('services/ending/remind.ts', ['services/ending/ending.test.ts']),
    find: 'SET "reminded" = n."stage"',
    put: 'SET "reminded" = p."reminded"',
  },
  {
    name: 'a link that was left to end can still be extended by its mail',
    ...code('services/ending/decide.ts', ['services/ending/ending.test.ts']),
    find: '      reminded: { lt: declinedStage },\n',
    put: '',
  },
  {
    name: 'the activity of a share is anybody’s',
    ...code('services/activity/share-activity.ts', ['services/activity/share-activity.test.ts']),
    find: 'where: { AND: [{ id: shareId }, managedBy(ctx.viewer)] }',
    put: 'where: { AND: [{ id: shareId }] }',
  },
  {
    name: 'members see where visitors come from',
    ...code('services/activity/share-activity.ts', ['services/activity/share-activity.test.ts']),
    find: 'const isOwner = share.ownerId === viewer.id;',
    put: 'const isOwner = viewer.id !== "";',
  },
];
