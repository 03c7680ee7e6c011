import { expect, test } from 'vitest';
import type { ShareFile } from '@/lib/contract/share/file';
import {
  chosenTotal,
  isFileChosen,
  isFolderChosen,
  isPartlyChosen,
  type LongSelection,
  longZipOffer,
  nothingChosen,
  withFiles,
  withFolder,
} from './long-selection';

const file = (id: string, path: string) => ({ id, path, size: 1, complete: true }) as ShareFile;
const a = file('a', 'trip');
const b = file('b', 'trip/raw');
const all = { files: 1600, size: 1600 };
const trip = { files: 100, size: 100 };
const raw = { files: 40, size: 40 };
const everything = withFolder(nothingChosen, '', all, true);
const options = { source: { access: 'own', id: 'S' }, maxBytes: 9999 } as const;
const linkOf = (choice: LongSelection) => longZipOffer(all, choice, options)?.link;

test('files and folders can be deselected and selected again', () => {
  const without = withFolder(withFiles(everything, [a], false), 'trip/raw', raw, false);
  expect([isFileChosen(without, a), isFileChosen(without, b), isFolderChosen(without, 'trip')]).toEqual([
    false,
    false,
    true,
  ]);
  expect([
    isPartlyChosen(without, ''),
    isPartlyChosen(without, 'trip'),
    isPartlyChosen(without, 'other'),
  ]).toEqual([true, true, false]);
  expect(chosenTotal(without)).toEqual({ files: 1559, size: 1559 });
  const again = withFiles(without, [b], true);
  expect(chosenTotal(again).files).toBe(1560);
  expect(linkOf(again)).toEqual({
    href: '/api/v2/sec/share/S/zip?folder=&file=b&exceptFolder=trip%2Fraw&exceptFile=a',
  });
  expect(chosenTotal(withFolder(again, '', all, true))).toEqual(all);
  expect(linkOf(withFolder(again, '', all, true))).toEqual({ href: '/api/v2/sec/share/S/zip' });
});

test('a folder that is chosen or left out as a whole is not chosen in part', () => {
  const chosen = withFolder(nothingChosen, 'trip', trip, true);
  const without = withFolder(everything, 'trip', trip, false);
  for (const choice of [chosen, without, everything]) {
    expect(isPartlyChosen(choice, 'trip')).toBe(false);
    expect(isPartlyChosen(choice, 'trip/raw')).toBe(false);
  }
  expect(isPartlyChosen(chosen, '')).toBe(true);
  expect(isPartlyChosen(everything, '')).toBe(false);
});

test('selecting a folder replaces all marks inside it', () => {
  const some = withFiles(withFolder(nothingChosen, 'trip', trip, true), [b], false);
  expect(chosenTotal(some).files).toBe(99);
  expect(chosenTotal(withFolder(some, 'trip', trip, true))).toEqual(trip);
  expect(withFolder(some, 'trip', trip, false)).toEqual(nothingChosen);
});

test('no mark is stored for what is the case already', () => {
  expect(withFiles(everything, [a], true)).toEqual(everything);
  expect(withFiles(withFiles(nothingChosen, [a], true), [a], false)).toEqual(nothingChosen);
  expect(withFolder(everything, 'trip', trip, true)).toEqual(everything);
});

test('a single file is offered without an archive', () => {
  expect(linkOf(withFiles(nothingChosen, [a], true))).toEqual({
    href: '/api/v2/sec/share/S/file/a?download=1',
  });
});
