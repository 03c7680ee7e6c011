import fs from 'node:fs';
import path from 'node:path';
import { activity } from '@/lib/contract/activity';
import { paths } from '@/lib/paths';
import { type Sample, samples, sharedFiles } from '@/testing/people/shared-files';
import { signIn } from '../sign-in';
import type { Walk } from '../walk';

const film: Sample = {
  name: 'film.webm',
  type: 'video/webm',
  bytes: fs.readFileSync(path.join(import.meta.dirname, '../film.webm')),
};
const password = 'low tide at 7';

/** A visitor opens a locked link, views each kind of file and downloads one. */
export async function preview(walk: Walk): Promise<void> {
  const { person, say, picture, width } = walk;
  const { as } = await signIn(person);
  const { png, txt, wav, pdf } = samples;
  const beside = { ...png, name: 'beside.png' };
  const { shareId, linkId } = await sharedFiles(as, [beside, png, txt, wav, pdf, film], { password });
  await person.browser.forgetCookies();
  await person.open(paths.open(linkId));
  await person.fill('Password', password);
  await person.key('Enter');
  await person.sees('button', 'notes.txt');
  await picture('share');
  say('the link opens with its password');

  const looks: [name: string, isShown: string][] = [
    ['dot.png', 'document.querySelector("dialog[open] img")?.naturalWidth > 0'],
    ['notes.txt', 'document.querySelector("dialog[open]")?.textContent.includes("Grüße aus dem Hafen")'],
    ['tone.wav', 'document.querySelector("dialog[open] audio")?.duration === 1'],
    ['film.webm', 'document.querySelector("dialog[open] video")?.videoWidth === 160'],
    ['plan.pdf', 'document.querySelector("dialog[open] iframe")?.dataset.shown === "true"'],
  ];
  for (const [name, isShown] of looks) {
    await person.press('button', name);
    await person.until(`${name} is shown`, () => person.browser.evaluate(isShown));
    await picture(name);
    if (name === 'dot.png' && width > 600) await zoom(walk);
    await person.key('Escape');
    await person.until('the viewer is closed', () =>
      person.browser.evaluate('!document.querySelector("dialog[open]")'),
    );
    say(`${name} is shown`);
  }

  const viewed = async () => {
    const { items } = await as.call(activity.ofShare, { params: { id: shareId }, query: {} });
    const names = items.flatMap(({ downloads }) => downloads.map(({ name }) => name)).sort();
    return (
      names.join() ===
      looks
        .map(([name]) => name)
        .sort()
        .join()
    );
  };
  await person.until('activity lists what was looked at, and nothing else', viewed);
  say('activity says what was looked at');

  const sum = await person.browser.evaluate(
    `fetch(document.querySelector('a[download][href*="file"], a[download]').href).then((r) => r.ok && r.headers.get('content-disposition'))`,
  );
  if (!String(sum).startsWith('attachment')) throw new Error(`The download was answered with ${sum}`);
  say('a file is downloaded');
}

async function zoom({ person, say }: Walk): Promise<void> {
  const widthOf = 'document.querySelector("dialog[open] img").style.width';
  await person.press('img', 'dot.png', 2);
  await person.until('the picture is zoomed', () => person.browser.evaluate(`${widthOf} !== ''`));
  say('a double click zooms the picture');
}
