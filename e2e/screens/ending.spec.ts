import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

test('a reminder’s link that is used up, or none, says so and offers nothing', async ({ page }) => {
  await openPage(page, '/app/ending#extend=nonsense');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This was already decided, or the link’s end has changed.',
  );
  await expect(page.getByRole('button', { name: 'Extend by 7 days' })).toBeHidden();
});
