import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

test('a signed-in person reaches home', async ({ signedIn }) => {
  await openPage(signedIn, '/app/home');
  await expect(signedIn).toHaveURL(/\/app\/home$/);
});
