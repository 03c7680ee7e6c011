// Checks that wrong passwords for imported, own and unknown accounts take the same median time and get the same
// number of tries. Run: npm run test:long -- import-sign-in. `TRIES=50` makes it shorter.

import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { limits as policies } from '@/lib/server/limits/policy';
import { expectedOf, importSample } from '@/testing/people/imported-sample';
import { admin, TestServer } from '@/testing/server/test-server';
import { median } from '../faults/lib/process-figures';

const tries = Number(process.env.TRIES ?? 1000);
const mostApart = 0.05;
const samples = ['sharry-pg-db', 'pingvin'];
type Accounts = { accounts: { login: string; canLogIn: boolean; oldLogin: string }[] };

const say = (line: string) => process.stdout.write(`${line}\n`);
await checkTiming();
await checkLimits();

async function withImportedServer(
  env: Record<string, string>,
  work: (server: TestServer, logins: string[]) => Promise<void>,
) {
  const server = await (await TestServer.make({ env })).start();
  try {
    for (const name of samples) await importSample(server, name, admin.login);
    // Both admins have the same login, so each sample uses its second account.
    const theirs = samples.map(
      (name) => expectedOf<Accounts>(name).accounts.filter(({ canLogIn }) => canLogIn)[1]?.login ?? '',
    );
    await work(server, [admin.login, ...theirs, 'nobody.at.all']);
  } finally {
    await server.remove();
  }
}

/** @returns the error code */
async function failSignIn(server: TestServer, login: string, n: number): Promise<string> {
  const body = { account: login, password: `wrong ${n}` };
  const refusal: { code?: string } = await call(auth.login, { body }, { base: server.url }).then(
    () => ({}),
    (error) => error,
  );
  return refusal.code ?? 'none';
}

async function checkTiming(): Promise<void> {
  await withImportedServer({ RATE_LIMITS: 'off' }, async (server, logins) => {
    const times = await timesOf(server, logins);
    const medians = times.map(median);
    for (const [n, login] of logins.entries())
      say(`${login}: ${medians[n]?.toFixed(1)} ms in the median of ${times[n]?.length}`);
    if (Math.max(...medians) > Math.min(...medians) * (1 + mostApart))
      throw new Error(`The medians are more than ${mostApart * 100} % apart.`);
  });
}

/** Alternates between logins, so that other load affects all alike. */
async function timesOf(server: TestServer, logins: string[]): Promise<number[][]> {
  const times = logins.map((): number[] => []);
  for (let n = -3; n < tries / logins.length; n++)
    for (const [which, login] of logins.entries()) {
      const began = performance.now();
      const code = await failSignIn(server, login, n);
      if (code !== 'auth.loginFailed') throw new Error(`${login} got ${code}`);
      if (n >= 0) times[which]?.push(performance.now() - began);
    }
  return times;
}

async function checkLimits(): Promise<void> {
  const { max, windowMs } = policies.login;
  const windowNow = () => Math.floor(Date.now() / windowMs);
  await withImportedServer({ RATE_LIMITS: 'on' }, async (server, logins) => {
    for (const login of logins) {
      const first = windowNow();
      let n = 0;
      while ((await failSignIn(server, login, n)) === 'auth.loginFailed') n++;
      say(`${login}: refused after ${n} tries`);
      if (n > max * (1 + windowNow() - first)) throw new Error(`${login} has more than ${max} tries.`);
    }
  });
}
