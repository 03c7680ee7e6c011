// Periods of links and albums, conditions of downloads, and what an account that waits for its address may cause.
const services = (file, test) => ({
  file: `lib/server/services/${file}`,
  project: 'code',
  tests: [`lib/server/services/${test}`],
});
const conditions = {
  file: 'lib/server/transfer/download/conditions.ts',
  project: 'code',
  tests: ['lib/server/transfer/download/preconditions.test.ts'],
};
const publish = services('share/publish.ts', 'share/publish.test.ts');

export const periodMutants = [
  {
    name: 'nobody is told of an extended link’s end again',
    ...publish,
    find: '    reminded: 0,\n',
    put: '',
  },
  {
    name: 'a withdrawn link stays reserved',
    ...publish,
    find: 'data: { enabled: false, reservedAt: null }',
    put: 'data: { enabled: false }',
  },
  {
    name: 'a link that was only reserved keeps its end, which was at once',
    ...publish,
    find: 'kept && keepsEnd && kept.version > 0',
    put: 'kept && keepsEnd',
  },
  {
    name: 'an album lives longer than anything may',
    ...services('album/album.ts', 'album/album.test.ts'),
    find: 'Math.min(Number(validityMs), ctx.config.MAX_VALIDITY)',
    put: 'Number(validityMs)',
  },
  {
    name: 'webhooks are told of an account before its address is confirmed',
    ...services('signup/register.ts', 'signup/signup-email.test.ts'),
    find: "address.state === 'Active' ? { account: id, login } : null",
    put: '{ account: id, login }',
  },
  {
    name: 'a part is sent for a date that is later than the file’s',
    ...conditions,
    find: 'Date.parse(ifRange) === seconds',
    put: 'Date.parse(ifRange) >= seconds',
  },
  {
    name: 'If-Match: * is taken for a tag',
    ...conditions,
    find: "ifMatch.trim() === '*' || ",
    put: '',
  },
];
