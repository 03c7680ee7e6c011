import { cookieNames } from '@/lib/contract/http/names';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';
import { alertOf, kinds, newPerson, secrets, sessionOf, startedKinds } from '../identity/external-sign-in';
import { resumeUrl } from '../identity/identity-provider';

const all = startedKinds();

for (const kind of kinds) {
  test.describe(kind, () => {
    test('a wrong state is refused', async ({ page }) => {
      const elsewhere = all[kind];
      await openPage(page, `${elsewhere.server.url}/app/login`);
      await page.getByRole('link', { name: `Continue with ${elsewhere.provider.name}` }).click();
      await page.waitForURL((url) => url.hostname === '127.0.0.1');
      await page.goto(`${resumeUrl(elsewhere.server.url, elsewhere.provider.id)}?code=stolen&state=another`);
      await expect(alertOf(page)).toContainText(`This sign-in with ${elsewhere.provider.name} has expired`);
      expect(await sessionOf(page)).toBeUndefined();
    });

    test('a code that was used once is refused, even with the cookies of its first use', async ({
      page,
      browser,
    }) => {
      const elsewhere = all[kind];
      const back = page.waitForRequest(/\/resume\?/);
      await elsewhere.signIn(page, newPerson());
      const request = await back;
      const { cookie = '' } = await request.allHeaders();
      expect(cookie).toContain('slipway_way_state.');
      await expect(page).toHaveURL(elsewhere.usualPage);

      const other = await browser.newPage();
      await openPage(other, request.url());
      await expect(alertOf(other)).toContainText('has expired or was started elsewhere');
      expect(await sessionOf(other)).toBeUndefined();
      await other.close();

      const again = await fetch(request.url(), { headers: { cookie }, redirect: 'manual' });
      expect(again.status).toBe(307);
      expect(again.headers.get('location')).toContain('oauth=1&error=auth.providerStale');
      expect(again.headers.getSetCookie().join()).not.toContain(`${cookieNames.auth}=`);
    });

    test('what a link says besides leads nowhere else', async () => {
      const elsewhere = all[kind];
      const begin = `${elsewhere.server.url}/api/v2/open/auth/oauth/${elsewhere.provider.id}`;
      const query = 'r=%2F%2Fevil.example&redirect_uri=https%3A%2F%2Fevil.example&client_id=evil&state=mine';
      const answer = await fetch(`${begin}?${query}`, {
        redirect: 'manual',
        headers: { 'x-forwarded-host': 'evil.example' },
      });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).not.toContain('evil');
      expect(answer.headers.get('location')).not.toContain('state=mine');
      expect(answer.headers.getSetCookie().join()).not.toContain('evil');
      const unknown = await fetch(`${elsewhere.server.url}/api/v2/open/auth/oauth/other`, {
        redirect: 'manual',
      });
      expect([unknown.status, (await unknown.json()).code]).toEqual([400, 'auth.providerUnknown']);
    });

    test('neither codes nor secrets are in the log', () => {
      const elsewhere = all[kind];
      expect(elsewhere.server.process.output).toContain('login.failed');
      expect(elsewhere.server.process.output).not.toMatch(secrets);
    });
  });
}

test('a valid way back opens only the browser that began it', async () => {
  const elsewhere = all['plain OAuth2'];
  const begin = async () => {
    const answer = await fetch(`${elsewhere.server.url}/api/v2/open/auth/oauth/hub`, { redirect: 'manual' });
    const cookie = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    return { cookie: cookie.join('; '), location: answer.headers.get('location') ?? '' };
  };
  const [ours, theirs] = [await begin(), await begin()];
  const there = await fetch(`${theirs.location}&person=mallory`, { redirect: 'manual' });
  const back = there.headers.get('location') ?? '';
  const resume = (cookie: string) => fetch(back, { headers: { cookie }, redirect: 'manual' });
  for (const cookie of ['', ours.cookie]) {
    const answer = await resume(cookie);
    expect(answer.headers.get('location')).toContain('error=auth.providerStale');
    expect(answer.headers.getSetCookie().join()).not.toContain(cookieNames.auth);
  }
  const answer = await resume(theirs.cookie);
  expect(answer.headers.get('location')).toBe(`${elsewhere.server.url}/app/login?oauth=1`);
  expect(answer.headers.getSetCookie().join()).toContain(`${cookieNames.auth}=`);
});
