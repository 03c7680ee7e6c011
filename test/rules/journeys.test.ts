import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { journeysFor } from '@/scripts/lib/journeys.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const specs = fs.readdirSync(path.join(root, 'e2e/screens'));

const elsewhere = ['api-doc'];

const foldersIn = (room: string) =>
  fs
    .readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

const specsFor = (folder: string) =>
  journeysFor([`${folder}/anything.tsx`]).map((journey) => path.basename(journey));

test.each(foldersIn('components').filter((folder) => !elsewhere.some((name) => folder.endsWith(`/${name}`))))(
  'a change in %s leads to journeys that there are',
  (folder) => {
    const journeys = specsFor(folder);
    expect(journeys).not.toEqual([]);
    expect(journeys.filter((journey) => !specs.some((spec) => spec.startsWith(journey)))).toEqual([]);
  },
);

test('every journey is led to by a change of some file', () => {
  const files = ['app', 'components', 'lib'].flatMap((room) =>
    fs
      .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .map((file) => `${room}/${file}`),
  );
  const led = journeysFor(files).map((journey) => path.basename(journey));
  const left = specs.filter(
    (spec) => spec.endsWith('.spec.ts') && !led.some((name) => spec.startsWith(name)),
  );
  expect(left).toEqual([]);
});

test('notes lead to hostile files, and people of a share to its recipients', () => {
  expect(specsFor('components/files/note')).toContain('hostile');
  expect(specsFor('components/share/people')).toContain('recipients');
});
