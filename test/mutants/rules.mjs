// Rules without a database.
const rules = (file, ...tests) => ({ file, project: 'rules', tests });

export const ruleMutants = [
  {
    name: 'an expired link is open',
    ...rules('lib/domain/publish.ts', 'lib/domain/share.test.ts', 'lib/domain/publish.test.ts'),
    find: "if (facts.publishUntil <= now) return 'expired';",
    put: '',
  },
  {
    name: 'one view more than the limit',
    ...rules('lib/domain/publish.ts', 'lib/domain/share.test.ts', 'lib/domain/publish.test.ts'),
    find: 'facts.views >= limits.maxViews',
    put: 'facts.views > limits.maxViews',
  },
  {
    name: 'signing in leads to another site',
    ...rules('lib/domain/account/sign-in.ts', 'lib/domain/account/sign-in.test.ts'),
    find: 'if (/\\\\|\\/\\/|\\p{Cc}/u.test(given)) return null;',
    put: '',
  },
  {
    name: 'a day begins in the wrong zone',
    ...rules('lib/domain/time/time-zone.ts', 'lib/domain/time/time-zone.test.ts'),
    find: 'return clockMs - Math.min(offset, offsetAt(clockMs - offset, timeZone));',
    put: 'return clockMs - offsetAt(clockMs, timeZone);',
  },
  {
    name: 'a name climbs out of its folder',
    ...rules('lib/domain/file/file-name.ts', 'lib/domain/file/file-name.test.ts'),
    find: "return clean === '.' || clean === '..' ? '' : shorten(clean);",
    put: 'return shorten(clean);',
  },
  {
    name: 'a message is left in English',
    ...rules('messages/de.json', 'test/rules/messages.test.ts'),
    find: '"skip": "Zum Inhalt"',
    put: '"skip": "Skip to content"',
  },
];
