import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import type { Api } from '@/testing/people/account';
import { arrivedSizes } from '../arrived';
import { signIn } from '../sign-in';
import type { Walk } from '../walk';

const filmBytes = 150_000_000;
const folder = { 'trip/plan.md': 900, 'trip/photos/1.jpg': 40_000, 'trip/film.mp4': filmBytes };

/** Signs in, drops a folder, reloads during the upload, resumes it, and gets a link. */
export async function owner({ person, say, picture }: Walk): Promise<void> {
  const { as } = await signIn(person);
  say('signed in by Enter');
  await picture('home');

  await person.open(paths.newShare);
  await person.until('the page listens', () =>
    person.browser.evaluate("window.isAlive === true && document.querySelector('input[type=file]') !== null"),
  );
  await person.run((page, plan: Record<string, number>) => page.drop(plan), folder);
  await person.sees('text', '3 files…');
  say('a folder is dropped');
  await replaceViews(person, say);
  await picture('create');
  await person.press('button', 'Get link');
  await person.until('a part of the film has arrived', () =>
    person.browser.evaluate(
      "Number(document.querySelector('[role=progressbar]')?.ariaValueNow ?? document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > 5",
    ),
  );
  await person.open(paths.newShare);
  await person.sees('heading', 'An upload was interrupted');
  await picture('interrupted');
  await person.press('button', 'Continue');
  await person.sees('text', 'Drop or choose the same files again');
  const { 'trip/film.mp4': film, ...others } = folder;
  const again = { ...others, 'trip/film.mov': film };
  await person.run((page, plan: Record<string, number>) => page.drop(plan, 1_800_000_000_000), again);
  await person.sees('heading', 'Your link is ready');
  await picture('link');
  say('a reload in the middle of an upload loses nothing, though the film comes with another name and time');
  const { items } = await as.call(share.search, { query: {} });
  const sizes = await arrivedSizes(as, items[0]?.id ?? '');
  for (const [file, size] of Object.entries(folder)) {
    if (sizes[file] !== size) throw new Error(`${file} has ${sizes[file]} bytes`);
  }
  say('every file arrived whole, in its folder');
  await person.press('button', 'Copy link');
  await person.sees('button', 'Link copied');
  say('the link is copied');
  await editNoteTwice({ person, say, picture }, as, items[0]?.id ?? '');
}

type WalkParts = Pick<Walk, 'person' | 'say' | 'picture'>;

/** Edits a note while somebody else changes it. */
async function editNoteTwice({ person, say, picture }: WalkParts, as: Api, id: string): Promise<void> {
  await person.open(paths.share(id));
  await person.press('button', 'Add a message');
  await person.sees('button', 'Save');
  await person.browser.type('Mine');
  await as.call(share.setDescription, { params: { id }, body: { value: 'Theirs' } });
  await person.press('button', 'Save');
  await person.sees('text', 'Theirs');
  await picture('changed');
  await person.press('button', 'Save mine');
  await person.until('the own note is saved', async () => {
    const { descriptionRaw } = await as.call(share.get, { params: { id } });
    return descriptionRaw === 'Mine';
  });
  say('a note that was changed elsewhere is asked about');
}

/** Checks that typing into a pressed field replaces its content. */
async function replaceViews(person: Walk['person'], say: Walk['say']): Promise<void> {
  await person.press('field', 'Number of views');
  await person.browser.type('5');
  await person.until('5 views', () =>
    person.run((page) => (page.find('field', 'Number of views') as HTMLInputElement)?.value === '5'),
  );
  say('typing replaces the number of views');
}
