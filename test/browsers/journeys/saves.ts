import fs from 'node:fs';
import path from 'node:path';
import { paths } from '@/lib/paths';
import { sha256 } from '@/testing/people/sealed-share';
import type { InPage } from '../person';
import { signIn } from '../sign-in';
import type { Walk } from '../walk';
import { dropFiles, seal } from './sealed';

const rounds = 10;
const filesMax = 20;
const bytesMax = 1000;

const plan = Object.fromEntries(
  Array.from({ length: filesMax }, (_, nth) => {
    const size = Math.round((nth * bytesMax) / (filesMax - 1));
    return [`${size}.bin`, size];
  }),
);
const sumOf = (size: number) => sha256(Uint8Array.from({ length: size }, (_, at) => at % 251));

/** Saves small files of a sealed share, 200 times. */
export async function saves(walk: Walk): Promise<void> {
  const { person, say } = walk;
  await signIn(person);
  const link = await seal(walk, async () => {
    await person.until('the files are listed', async () => {
      await dropFiles(person, plan);
      return person.run((page) => page.find('text', '0.bin') !== null);
    });
  });
  await person.open(paths.login());
  await person.open(link);
  await person.sees('heading', 'Merger');
  const unsaved: string[] = [];
  for (let round = 0; round < rounds; round++) unsaved.push(...(await saveAll(walk)));
  if (unsaved.length > 0) throw new Error(`${unsaved.length} are not saved: ${unsaved.join(', ')}`);
  say(`${rounds * filesMax} of ${rounds * filesMax} files are saved, with the same bytes`);
}

/** Returns what isn't saved. */
async function saveAll({ person }: Walk): Promise<string[]> {
  const unsaved: string[] = [];
  // Not by the mouse: MiniBrowser gives a line of its window to each download, until no page is left.
  const save = (page: InPage, name: string) => page.find('link', `Download ${name}`)?.click();
  for (const [name, size] of Object.entries(plan)) {
    const file = path.join(person.browser.downloads, name);
    await person.run(save, name);
    const isSaved = async () => sha256(fs.readFileSync(file)) === sumOf(size);
    await person.until(`${name} is saved`, isSaved).catch(() => unsaved.push(name));
    fs.rmSync(file, { force: true });
  }
  return unsaved;
}
