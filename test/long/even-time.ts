// Checks that wrong passwords, and asking for a new one, take the same median time for accounts of every state and for
// nobody's. Run: npm run test:long -- even-time. `TRIES=50` of each make it shorter.
import pg from 'pg';
import { call } from '@/lib/client/call/call';
import { accountCode } from '@/lib/contract/account/account-code';
import { auth } from '@/lib/contract/auth';
import { MailSink } from '@/testing/network/mail-sink';
import { admin, TestServer } from '@/testing/server/test-server';
import { median } from '../faults/lib/process-figures';

const tries = Number(process.env.TRIES ?? 1000);
const mostApart = 0.05;
const say = (line: string) => process.stdout.write(`${line}\n`);

const sink = await MailSink.open();
const server = await (await TestServer.make({ env: { SMTP_URL: sink.url } })).start();
const base = server.url;
try {
  const names = await makeAccounts();
  const signIn = (account: string) => call(auth.login, { body: { account, password: 'a guess' } }, { base });
  const forget = (account: string) => call(accountCode.forgot, { body: { account } }, { base });
  const apart = [
    await compare('a wrong password', names, signIn),
    await compare('a forgotten password', names, forget),
  ];
  say(`${sink.mails.length} mails`);
  if (Math.max(...apart) > mostApart) throw new Error(`More than ${mostApart * 100} % apart.`);
} finally {
  await server.remove();
  await sink.close();
}

/** Each has the admin's hash. A kind of account that the database doesn't know is left out. */
async function makeAccounts(): Promise<string[]> {
  const database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
  const { rows: states } = await database.query<{ name: string }>(
    `SELECT enumlabel AS name FROM pg_enum WHERE enumtypid = '"AccountState"'::regtype`,
  );
  const kinds = [
    { name: 'known', state: 'Active', source: 'intern' },
    { name: 'of-a-provider', state: 'Active', source: 'oauth:x' },
    ...states
      .filter(({ name }) => name !== 'Active')
      .map(({ name }) => ({ name: name.toLowerCase(), state: name, source: 'intern' })),
  ];
  for (const { name, state, source } of kinds)
    await database.query(
      `INSERT INTO "Account" (id, login, state, source, subject, email, "provenEmail", "passwordHash")
       SELECT $1, $1, $2, $3, $1, $4, $4, "passwordHash" FROM "Account" WHERE login = $5`,
      [name, state, source, `${name}@example.org`, admin.login],
    );
  await database.end();
  return [...kinds.map(({ name }) => name), 'nobody'];
}

/** Each round has another order, so that no account always follows the same one. Returns how far apart the medians are. */
async function compare(
  what: string,
  accounts: string[],
  ask: (account: string) => Promise<unknown>,
): Promise<number> {
  const times = new Map(accounts.map((account) => [account, [] as number[]]));
  for (let round = -3; round < tries; round++)
    for (const account of [...accounts].sort(() => Math.random() - 0.5)) {
      const began = performance.now();
      await ask(account).catch(() => undefined);
      if (round >= 0) times.get(account)?.push(performance.now() - began);
    }
  const medians = [...times.values()].map(median);
  say(`${what}, ${tries} of each, medians:`);
  for (const [n, account] of accounts.entries()) say(`  ${account}: ${medians[n]?.toFixed(2)} ms`);
  return Math.max(...medians) / Math.min(...medians) - 1;
}
