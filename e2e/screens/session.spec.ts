import { expect, test } from '../fixtures';

test('a signed-in person reaches home', async ({ signedIn }) => {
  await signedIn.goto('/app/home');
  await expect(signedIn).toHaveURL(/\/app\/home$/);
});
