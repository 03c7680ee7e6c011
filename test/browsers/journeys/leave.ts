import { paths } from '@/lib/paths';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { signIn } from '../sign-in';
import type { Walk } from '../walk';

/** Signs out and presses Back: a page cached by the browser must show nothing. */
export async function leave({ person, say, picture }: Walk): Promise<void> {
  const { account, as } = await signIn(person);
  await sharedFiles(as, [samples.txt], { name: 'For nobody else' });
  await person.open(paths.shares);
  await person.sees('text', 'For nobody else…');
  await person.press('button', `Account of ${account.login}`);
  await person.press('button', `Sign out ${account.login}`);
  await person.sees('field', 'Password');
  say('signed out');
  await person.browser.evaluate('void history.back()');
  await person.at(new RegExp(`${paths.shares}$|${paths.login()}`));
  await person.sees('field', 'Password');
  await person.seesNo('text', 'For nobody else…');
  await picture('back');
  say('Back shows nothing of the account');
}
