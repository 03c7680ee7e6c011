// What somebody planted who went through the areas one by one, and no test near them had seen.
const service = (file, test) => ({
  file: `lib/server/services/${file}`,
  project: 'code',
  tests: [`lib/server/services/${test}`],
});
const command = (file, test) => ({ file: `lib/cli/${file}`, project: 'code', tests: [`lib/cli/${test}`] });

export const unwatchedMutants = [
  {
    name: 'a visit with as many downloads as are listed has more',
    ...service('activity/downloads.ts', 'activity/share-activity.test.ts'),
    find: 'max(d."n") > ${maxPerVisit}',
    put: 'max(d."n") >= ${maxPerVisit}',
  },
  {
    name: 'a page of the audit goes beyond its last row',
    ...service('audit/search.ts', 'audit/search.test.ts'),
    find: 'take: Math.min(pageSize, auditMaxTotal - skip)',
    put: 'take: pageSize',
  },
  {
    name: 'what is being checked is said to be in quarantine',
    ...service('delivery/search.ts', 'delivery/deliveries.test.ts'),
    find: "quarantined: filesThatAre('infected', id)",
    put: "quarantined: filesThatAre('pending', id)",
  },
  {
    name: 'a delivery isn’t found by #2',
    ...service('delivery/search.ts', 'delivery/deliveries.test.ts'),
    find: "word.replace(/^#/, '')",
    put: 'word',
  },
  {
    name: 'a form goes on although the bytes of one file are gone',
    ...service('form/removals.ts', 'form/removals.test.ts'),
    find: 'renewed < fileIds.length',
    put: 'renewed === 0',
  },
  {
    name: 'what a person wrote below a link is small',
    ...service('mail/content.ts', 'mail/content.test.ts'),
    find: 'hasFinePrint: false',
    put: 'hasFinePrint: true',
  },
  {
    name: 'who was an admin learns that files are damaged',
    ...service('notice/account-mail.ts', 'notice/account-mail.test.ts'),
    find: "{ state: 'Active', admin: true });\n  if (!admin) return null;\n  const { count }",
    put: "{ state: 'Active' });\n  if (!admin) return null;\n  const { count }",
  },
  {
    name: 'who was an admin learns what was quarantined',
    ...service('notice/quarantine-content.ts', 'notice/account-mail.test.ts'),
    find: ' || !(isOwner || reader.admin)',
    put: '',
  },
  {
    name: 'a file that a recipient looked at counts as downloaded',
    ...service('recipient/recipients.ts', 'recipient/recipients.test.ts'),
    find: ' AND NOT d."isShown"',
    put: '',
  },
  {
    name: 'a mail that went out is refused later',
    ...service('recipient/recipients.ts', 'recipient/recipients.test.ts'),
    find: 'where: { id: recipientId, sentAt: null }, data',
    put: 'where: { id: recipientId }, data',
  },
  {
    name: 'ending all other sessions revokes access tokens',
    ...service('session/sessions.ts', 'session/sessions.test.ts'),
    find: 'hasTokens: false',
    put: 'hasTokens: true',
  },
  {
    name: 'an access token is ended as a session',
    ...service('session/sessions.ts', 'session/sessions.test.ts'),
    find: 'revokedAt: null, secretHash: null',
    put: 'revokedAt: null',
  },
  {
    name: '`slipway list` ends with the first full page',
    ...command('shares.ts', 'shares.test.ts'),
    find: 'if (items.length < pageSize) return;',
    put: 'if (items.length <= pageSize) return;',
  },
  {
    name: '`slipway extend` counts from the end of a link that is over',
    ...command('shares.ts', 'shares.test.ts'),
    find: 'Math.max(Date.now(), link.publishUntil) - link.publishDate',
    put: 'link.publishUntil - link.publishDate',
  },
  {
    name: '`slipway rm` of several ends with the first that isn’t there',
    ...command('shares.ts', 'shares.test.ts'),
    find: 'if (!(error instanceof Failure) || !isAboutOne(error)) throw error;',
    put: 'throw error;',
  },
  {
    name: '`slipway rm` of what isn’t there succeeds',
    ...command('shares.ts', 'shares.test.ts'),
    find: '  if (last) throw last;\n',
    put: '',
  },
  {
    name: 'a link until a day ends at its noon',
    ...command('times.ts', 'times.test.ts'),
    find: 'day, 23, 59)',
    put: 'day, 12, 0)',
  },
  {
    name: '30 February is 2 March',
    ...command('times.ts', 'times.test.ts'),
    find: 'end.getMonth() === month - 1 && end.getDate() === day ?',
    put: 'end.getDate() > 0 ?',
  },
  {
    name: 'the command waits milliseconds where the server says seconds',
    ...command('call.ts', 'call-again.test.ts'),
    find: "Number(response.headers.get('retry-after')) * 1000",
    put: "Number(response.headers.get('retry-after'))",
  },
  {
    name: 'what must be done once is done again',
    ...command('call.ts', 'call-again.test.ts'),
    find: '|| isOnce || wait',
    put: '|| wait',
  },
  {
    name: 'a creation without a key is repeated after a 504',
    ...command('call.ts', 'call-again.test.ts'),
    find: '(status === 504 && idempotencyHeader in headers)',
    put: 'status === 504',
  },
  {
    name: 'the key of a sealed share is in the log',
    ...command('output.ts', 'output.test.ts'),
    find: 'const message = withoutKey(sentenceOf(error));',
    put: 'const message = sentenceOf(error);',
  },
];
