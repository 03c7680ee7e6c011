import { expect, test } from 'vitest';
import { openContext } from '@/testing/service/context';
import { checkThumbnails } from './check-storage';

test('where photos get thumbnails, the doctor says so', async () => {
  const { outcome, code } = await checkThumbnails(openContext());
  expect([outcome, ['fine', 'photosOnly'].includes(code)]).toEqual(['fine', true]);
});
