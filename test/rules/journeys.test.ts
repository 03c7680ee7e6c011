import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { journeysFor } from '@/scripts/lib/journeys.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const specs = fs.readdirSync(path.join(root, 'e2e/screens'));

const elsewhere = ['api-doc'];

const folders = fs
  .readdirSync(path.join(root, 'components'))
  .filter((folder) => !elsewhere.includes(folder))
  .map((folder) => [folder]);

test.each(folders)('a change in components/%s leads to journeys that there are', (folder) => {
  const journeys = journeysFor([`components/${folder}/anything.tsx`]);
  expect(journeys.length).toBeGreaterThan(0);
  for (const journey of journeys)
    expect(
      specs.filter((spec) => `e2e/screens/${spec}`.startsWith(journey)),
      journey,
    ).not.toEqual([]);
});
