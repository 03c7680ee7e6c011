import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { share } from '@/lib/contract/share/share';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { sampleFile, sampleShare } from '@/testing/screens/sample-share';
import { UseAsCover } from './use-as-cover';

const photo = (name: string) => sampleFile(name, { mimetype: 'image/jpeg' });
const photos = ['1.jpg', '2.jpg', '3.jpg'].map(photo);
const [first = photo('1.jpg')] = photos;
const button = () => screen.findByRole('button', { name: 'Use as cover' });

function open(cover: string | null, files = photos, file = first) {
  const server = new ImitatedServer();
  const did = {
    set: server.on(share.setCover, () => ({})),
    cleared: server.on(share.clearCover, () => ({})),
  };
  const detail = sampleShare({ files, cover });
  return { ...mount(<UseAsCover detail={detail} file={file} />), server, did };
}

test('a press makes a photo the cover, and one more lets the first photo be it again', async () => {
  const { person, did } = open(null);
  expect((await button()).getAttribute('aria-pressed')).toBe('false');
  await person.click(await button());
  await waitFor(() => expect(did.set.map(({ body }) => body)).toEqual([{ value: first.id }]));
  cleanup();
  const again = open(first.id);
  expect((await button()).getAttribute('aria-pressed')).toBe('true');
  await again.person.click(await button());
  await waitFor(() => expect(again.did.cleared).toHaveLength(1));
});

test('no cover is offered for other files, nor where few files are photos', () => {
  const text = sampleFile('notes.txt');
  open(null, [...photos, text], text);
  open(null, [first, text]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a cover that could not be saved is said beside the button', async () => {
  const { person, server } = open(null);
  server.on(share.setCover, () => refusal('file.notFound'));
  await person.click(await button());
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
});
