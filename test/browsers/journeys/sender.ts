import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { api, newAccount } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { arrivedSizes } from '../arrived';
import type { Walk } from '../walk';

/** A sender without an account pastes a file and sends it, and the owner finds it. */
export async function sender({ person, say, picture }: Walk): Promise<void> {
  const as = await api(await newAccount());
  const aliasId = await newAlias(as);
  await person.open(paths.inbox(aliasId)); // leaves a page that would ask to sign in again
  await person.browser.forgetCookies();
  await person.open(`${paths.inbox(aliasId)}%3E.`);
  say('a link leads there with what a mail left behind it');
  await person.run((page, name: string) => page.paste(name), 'pasted.txt');
  await person.sees('button', 'Send 1 file');
  await picture('chosen');
  say('a pasted file is taken');
  await person.press('button', 'Send 1 file');
  await person.sees('heading', 'All files sent');
  await picture('arrived');
  const { items } = await as.call(share.search, { query: {} });
  const sizes = await arrivedSizes(as, items[0]?.id ?? '');
  if (sizes['pasted.txt'] !== 6) throw new Error(`What arrived: ${JSON.stringify(sizes)}`);
  say('it is received through the alias');
}
