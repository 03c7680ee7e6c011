import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import type { Api } from '@/testing/people/account';
import { newAccount } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { signIn } from '../sign-in';
import type { Walk } from '../walk';

/** Presses each row of each list beside its links, and checks where it leads. */
export async function lists(walk: Walk): Promise<void> {
  const { person } = walk;
  const { as } = await signIn(person, { admin: true });
  await createLists(as);
  for (const [name, path] of [
    ['shares', paths.shares],
    ['alias pages', paths.aliases],
    ['accounts', paths.accounts],
  ] as const) {
    await pressEachLink(walk, name, path);
  }
  await pressEachEvent(walk);
  await checkOtherTabs(walk, as);
}

/** Checks that lists follow changes of other tabs. */
async function checkOtherTabs({ person, say }: Walk, as: Api): Promise<void> {
  await person.open(paths.shares);
  await person.sees('text', 'First');
  const { items } = await as.call(share.search, { query: { q: 'First' } });
  await as.call(share.setName, { params: { id: items[0]?.id ?? '' }, body: { value: 'Renamed elsewhere' } });
  await person.browser.evaluate(
    `new BroadcastChannel('slipway-stale').postMessage([${JSON.stringify(share.search.path)}])`,
  );
  await person.sees('text', 'Renamed elsewhere');
  say('a list is fresh when another tab has changed something');
}

async function createLists(as: Api): Promise<void> {
  for (const name of ['First', 'Second', 'Third']) {
    await sharedFiles(as, [samples.txt], { name });
    await newAlias(as, { name: `${name} inbox` });
  }
  await newAccount();
}

async function pressEachLink(
  { person, say, picture, width }: Walk,
  name: string,
  path: string,
): Promise<void> {
  await person.open(path);
  const rows = await person.until(`rows of ${name}`, () => person.run(({ rowsHere }) => rowsHere().length));
  if (rows < 3) throw new Error(`${name} has ${rows} rows`);
  await picture(name.replace(' ', '-'));
  const spots = width < 600 ? (['middle'] as const) : (['middle', 'last'] as const);
  for (let row = 0; row < Math.min(rows, 4); row++) {
    for (const spot of spots) {
      const wanted = await person.pressRow(row, spot);
      await person.at(new RegExp(`${wanted}$`));
      await person.open(path);
      await person.until(`rows of ${name}`, () =>
        person.run(({ rowsHere }) => (rowsHere().length === 0 ? null : true)),
      );
    }
  }
  say(`${name}: each of ${Math.min(rows, 4)} rows opens its own page, by ${spots.join(' and ')}`);
}

async function pressEachEvent({ person, say, picture }: Walk): Promise<void> {
  await person.open(paths.audit);
  const rows = await person.until('rows of audit', () => person.run(({ rowsHere }) => rowsHere().length));
  await picture('audit');
  const count = Math.min(rows, 4);
  for (let row = 0; row < count; row++) {
    await person.pressRow(row, 'middle');
    await person.until(`event ${row} is open`, () =>
      person.run(({ openEvents }, row: number) => openEvents().join() === `${row}`, row),
    );
    await person.pressRow(row, 'middle');
    await person.until('no event is open', () => person.run(({ openEvents }) => openEvents().length === 0));
  }
  say(`audit: each of ${count} rows opens its own details`);
}
