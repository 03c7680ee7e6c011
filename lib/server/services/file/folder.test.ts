import { expect, test } from 'vitest';
import { draftShare, userContext } from '@/testing/service/context';
import { readFiles, readFolder } from './folder';

type Given = { path?: string; name: string; sizeBytes?: number; state?: 'incoming' | 'complete' };

async function shareOf(files: Given[]) {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  const of = { shareId, onlyArrived: false };
  const add = (more: Given[]) =>
    ctx.db.file.createMany({
      data: more.map(({ path = '', name, sizeBytes = 1, state = 'complete' }) => ({
        ...{ id: ctx.newId(), shareId, path, name, sizeBytes, state },
        storedBytes: state === 'complete' ? sizeBytes : 0,
        mimeType: 'text/plain',
      })),
    });
  await add(files);
  const names = async (query: { path?: string; from?: string; until?: string; q?: string } = {}) =>
    (await readFiles(ctx, of, { path: '', from: undefined, until: undefined, ...query })).items.map(
      ({ filename }) => filename,
    );
  return { ctx, of, add, names };
}

const named = (...names: string[]) => names.map((name) => ({ name }));
const numbered = (count: number) => named(...Array.from({ length: count }, (_, n) => `picture ${n + 1}.jpg`));

test('names come in people’s order: numbers by their value, case and accents aside', async () => {
  const { names } = await shareOf(named('b 10', 'B 9', 'Änne', 'anna', 'x'.repeat(255), 'Zoë', '007', '12'));
  expect(await names()).toEqual(['007', '12', 'anna', 'Änne', 'B 9', 'b 10', 'x'.repeat(255), 'Zoë']);
});

test('names of nothing but digits or of long alphabets are short enough for the index', async () => {
  const long = ['1a'.repeat(127), '9'.repeat(255), '각'.repeat(255), '漢'.repeat(255)];
  const { names } = await shareOf(named(...long));
  expect((await names()).sort()).toEqual(long.sort());
});

test('a folder says what is below it, with sums of everything', async () => {
  const { ctx, of } = await shareOf([
    { name: 'top', sizeBytes: 5 },
    { path: 'Year 10', name: 'a', sizeBytes: 10 },
    { path: 'Year 9/Mai', name: 'b', sizeBytes: 20 },
    { path: 'Year 9/🎉 Juni', name: 'c', sizeBytes: 30 },
    { path: 'Year 9', name: 'half', sizeBytes: 99, state: 'incoming' },
    { path: 'Year 9-10', name: 'd', sizeBytes: 40 },
  ]);
  expect(await readFolder(ctx, of, '')).toMatchObject({
    folders: [
      { name: 'Year 9', files: 3, size: 149 },
      { name: 'Year 9-10', files: 1, size: 40 },
      { name: 'Year 10', files: 1, size: 10 },
    ],
    files: 1,
    size: 5,
  });
  const whole = { ...of, onlyArrived: true };
  expect(await readFolder(ctx, whole, 'Year 9')).toEqual({
    folders: [
      { name: 'Mai', files: 1, size: 20 },
      { name: '🎉 Juni', files: 1, size: 30 },
    ],
    files: 0,
    size: 0,
    marks: [],
  });
  expect(await readFolder(ctx, whole, 'Year 9/🎉 Juni')).toMatchObject({ folders: [], files: 1 });
  expect(await readFolder(ctx, whole, 'unknown')).toEqual({ folders: [], files: 0, size: 0, marks: [] });
});

test('pages begin at marks and together are the folder, each file once', async () => {
  const { ctx, of, names } = await shareOf(numbered(250));
  const { marks } = await readFolder(ctx, of, '');
  expect(marks).toHaveLength(3);
  const pages = await Promise.all(
    marks.map((from, n) => names({ from, ...(marks[n + 1] && { until: marks[n + 1] }) })),
  );
  expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
  expect(pages.flat()).toEqual(numbered(250).map(({ name }) => name));
});

test('pages of a list without marks follow one another', async () => {
  const { ctx, of } = await shareOf(numbered(120));
  const first = await readFiles(ctx, of, { path: '', from: undefined, until: undefined });
  const second = await readFiles(ctx, of, { path: '', from: first.next ?? '', until: undefined });
  expect([first.items.length, second.items.length, second.next]).toEqual([100, 20, null]);
});

test('a mark stays good when its file is deleted, and new files come between marks', async () => {
  const { ctx, of, add, names } = await shareOf(numbered(150));
  const [, second = ''] = (await readFolder(ctx, of, '')).marks;
  await ctx.db.file.deleteMany({ where: { shareId: of.shareId, name: 'picture 101.jpg' } });
  await add(named('picture 050b.jpg', 'picture 101b.jpg'));
  expect((await names({ from: second })).slice(0, 2)).toEqual(['picture 101b.jpg', 'picture 102.jpg']);
  const before = await names({ until: second });
  expect(before).toHaveLength(101);
  expect(before).toContain('picture 050b.jpg');
});

test('a search finds words of names and folders in all folders, and nothing of another share', async () => {
  await shareOf(named('Über alles.jpg'));
  const { ctx, of, add, names } = await shareOf([
    { path: 'Zoo', name: 'über 10.jpg' },
    { path: 'Zoo/Affen', name: 'uber 9.jpg' },
    { name: '100%.txt' },
    { name: 'over.jpg', state: 'incoming' },
  ]);
  expect(await names({ q: 'ÜBER' })).toEqual(['uber 9.jpg', 'über 10.jpg']);
  expect(await names({ q: 'affe ube' })).toEqual(['uber 9.jpg']);
  expect(await names({ q: '%', path: 'Zoo' })).toEqual(['100%.txt']);
  expect(await names({ q: 'nothing' })).toEqual([]);
  expect(await names({ q: ' ' })).toEqual(['100%.txt', 'over.jpg']);
  const seen = await readFiles(
    ctx,
    { ...of, onlyArrived: true },
    { path: '', from: undefined, until: undefined, q: 'over' },
  );
  expect(seen).toEqual({ items: [], next: null });
  await add(numbered(120));
  const first = await readFiles(ctx, of, { path: '', from: undefined, until: undefined, q: 'picture' });
  expect([first.items.length, first.next]).toEqual([100, expect.stringMatching(/ picture 101\.jpg$/)]);
  expect((await names({ q: 'picture', from: first.next ?? '' })).length).toBe(20);
});
