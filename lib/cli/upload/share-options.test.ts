import { expect, test } from 'vitest';
import { shareProperties } from './share-options';

const defaults = { validity: 86_400_000, views: 7 };

test('missing options follow the server’s presets', async () => {
  expect(await shareProperties({}, defaults)).toMatchObject({ validity: 86_400_000, maxViews: 7 });
  expect(await shareProperties({ views: '3', expires: '8h' }, defaults)).toMatchObject({
    validity: 8 * 3_600_000,
    maxViews: 3,
  });
});

test.each(['0', '-1', '1.5', 'many', ''])('“%s” is no number of views', async (views) => {
  await expect(shareProperties({ views }, defaults)).rejects.toMatchObject({ exitCode: 2 });
});
