// Several nodes, their clocks and their database.
const code = (file, tests) => ({
  file: `lib/server/${file}`,
  project: 'code',
  tests: tests.map((test) => `lib/server/${test}`),
});

export const nodeMutants = [
  {
    name: 'a node goes by the clock of its machine',
    ...code('present-time.ts', ['db/clock.test.ts']),
    find: 'Date.now() + clockOffset()',
    put: 'Date.now()',
  },
  {
    name: 'what is sealed ends by the clock of the machine that opens it',
    ...code('auth/tokens.ts', ['db/clock.test.ts']),
    find: ' + containerSlackSeconds,',
    put: ',',
  },
  {
    name: 'a doctor sees its own clock alone',
    ...code('services/doctor/node-registration.ts', ['services/doctor/doctor.test.ts']),
    find: 'clockMs: -clockOffset()',
    put: 'clockMs: 0',
  },
  {
    name: 'the watch looks through a connection that was let in long ago',
    ...code('db/watch.ts', ['db/watch.test.ts']),
    find: 'client && !isOld ? client',
    put: 'client ? client',
  },
  {
    name: 'a database that refuses to let us in is our own failure',
    ...code('db/connection.ts', ['db/failover.test.ts']),
    find: 'throw new ConnectFailure(error);',
    put: 'throw error;',
  },
];
