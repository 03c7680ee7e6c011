import { paths } from '@/lib/paths';
import { type Api, api, newAccount, type TestAccount } from '@/testing/people/account';
import type { Person } from './person';

/** Signs in as a new account, by the form and the Enter key. */
export async function signIn(
  person: Person,
  { admin = false } = {},
): Promise<{ account: TestAccount; as: Api }> {
  const account = await newAccount({ admin });
  await enter(person, account);
  return { account, as: await api(account) };
}

export async function enter(person: Person, account: TestAccount): Promise<void> {
  await person.open(paths.login());
  await person.fill('Login', account.login);
  await person.fill('Password', account.password);
  await person.key('Enter');
  await person.at(/\/app\/home$/);
}
