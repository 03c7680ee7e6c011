import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { wholeDownload } from '@/components/files/zip/zip-offer';
import { DownloadBar } from '@/components/open/download-bar';
import type { ShareFile } from '@/lib/contract/share/file';
import { mount } from '@/testing/screens/mount';
import { sampleFile } from '@/testing/screens/sample-share';
import { FilesSection } from './files-section';

const GB = 1024 ** 3;
const source = { access: 'own', id: 'share' } as const;
const [dot, notes, old] = [
  sampleFile('dot.png', { mimetype: 'image/png' }),
  sampleFile('notes.txt'),
  sampleFile('old.txt', { path: 'docs/2025' }),
];

/** The files of a share below the button of its link that downloads all. */
function open(files: ShareFile[]) {
  const whole = wholeDownload(source, { files });
  return mount(
    <>
      {whole && <DownloadBar {...whole} isPersonal={false} />}
      <FilesSection files={files} total={undefined} source={source} initialView={null} isAllElsewhere />
    </>,
    { config: { zipMaxSize: 1.5 * GB } },
  );
}

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const zipLink = () => screen.queryByRole<HTMLAnchorElement>('link', { name: /as ZIP/ });

test('all and none are chosen at once, in the list and as cards', async () => {
  const { person } = open([dot, notes, old]);
  await person.click(await box('notes.txt'));
  expect((await box('all files')).indeterminate).toBe(true);
  const single = await screen.findByRole('link', { name: /^Download 1 file \(/ });
  expect(single.getAttribute('href')).toContain(notes.id);
  await person.click(screen.getByRole('radio', { name: 'Cards' }));
  await waitFor(async () => expect((await box('notes.txt')).checked).toBe(true));
  await person.click(await box('all files'));
  await screen.findByText('3 of 3 selected');
  expect(zipLink()?.textContent).toMatch(/^Download all as ZIP/);
  await person.click(await box('all files'));
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
});

test('a single file is offered as itself, and what is still arriving is not packed', async () => {
  open([notes, sampleFile('half.txt', { complete: false, storedSize: 5 })]);
  await screen.findByText('half.txt');
  const one = screen.getByRole('link', { name: /^Download \(/ });
  expect(one.getAttribute('href')).toContain(notes.id);
  expect(zipLink()).toBeNull();
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
});

test('more than a ZIP may hold is refused in a sentence, and fewer are offered', async () => {
  const { person } = open([dot, { ...notes, size: 2 * GB }, old]);
  await screen.findByText(/^All files together are 2 GB; one ZIP may hold 1\.5 GB\./);
  expect(screen.queryByText(/^Download all/)).toBeNull();
  await person.click(await box('dot.png'));
  await person.click(await box('docs'));
  await waitFor(() => expect(zipLink()?.textContent).toMatch(/^Download 2 files as ZIP/));
  await person.click(await box('dot.png'));
  await person.click(await box('notes.txt'));
  await screen.findByText(/^The selected files are 2 GB/);
  expect(zipLink()).toBeNull();
});

const visit = { access: 'open', id: 'link' } as const;
const many = Array.from({ length: 201 }, (_, n) =>
  sampleFile(`plan ${n}.txt`, { path: n < 9 ? 'Übersicht' : '' }),
);
const searchField = () => screen.findByRole('searchbox', { name: 'Search files' });
const seek = async (person: UserEvent, words: string) => {
  await person.clear(await searchField());
  await person.click(await searchField());
  await person.paste(words);
};
const shownFiles = () => screen.queryAllByText(/^plan|^photo/).map(({ textContent }) => textContent);

function openLink(files: ShareFile[], coverId: string | null = null) {
  return mount(
    <FilesSection
      files={files}
      total={undefined}
      source={{ ...visit, coverId }}
      initialView={null}
      isAllElsewhere
    />,
  );
}

test('visitors of more than 200 files search them by words of names and folders; owners and others don’t', async () => {
  const { person } = openLink(many);
  await seek(person, 'PLAN 19');
  await screen.findByText('12 found');
  expect(shownFiles()).toHaveLength(12);
  await seek(person, 'ubersicht');
  await screen.findByText('9 found');
  await seek(person, 'map');
  await screen.findByText('No file matches “map”');
  await person.clear(await searchField());
  await waitFor(() => expect(shownFiles().length).toBeGreaterThan(20));
  cleanup();
  openLink(many.slice(0, 200));
  await screen.findByText('plan 20.txt');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('what was chosen stays so while something else is sought', async () => {
  const { person } = openLink(many);
  await person.click(await box('plan 100.txt'));
  await seek(person, 'plan 199');
  await screen.findByText('1 found');
  await person.click(await box('all files'));
  await screen.findByText('2 of 201 selected');
});

test('the cover is large until something is sought, and stays where a phone shows it', async () => {
  const photos = many.map((file, n) => ({
    ...sampleFile(`photo ${n}.jpg`, { mimetype: 'image/jpeg' }),
    id: file.id,
  }));
  const { person } = openLink(photos, photos[7]?.id ?? '');
  const covers = () => [...document.querySelectorAll('[data-cover]')].map(({ innerHTML }) => innerHTML);
  await waitFor(() => expect(covers()).toEqual([expect.stringContaining('photo 7.jpg')]));
  expect(document.querySelector('[data-hero]')).toBeNull();
  await seek(person, 'photo 199');
  await screen.findByText('1 found');
  expect(covers()).toEqual([expect.stringContaining('photo 7.jpg')]);
  expect(document.querySelectorAll('[data-hero] [data-cover]')).toHaveLength(1);
});
