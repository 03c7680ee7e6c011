import type { Page } from '@playwright/test';
import { idle, openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

/** A page as ours are, whose script does what is given. */
async function plantPage(page: Page, script: string): Promise<string> {
  const body = `<!doctype html><html data-theme="light"><body><p>Plans</p><button style="width: 600px; height: 200px">Send</button>
    <script>
      const button = document.querySelector('button');
      const later = (act) => setTimeout(act, 300);
      const listen = () => { button.onclick = () => { button.textContent = 'Sent'; }; window.isAlive = true; };
      const move = (px = 300) => button.before(Object.assign(document.createElement('p'), { style: \`height: \${px}px\` }));
      ${script}
    </script>`;
  await page.route('**/app/planted', (route) => route.fulfill({ contentType: 'text/html', body }));
  return '/app/planted';
}

const send = (page: Page) => page.getByRole('button', { name: 'Send' });
const sent = (page: Page) => page.getByRole('button', { name: 'Sent' });

test('a page that listens late is waited for', async ({ page }) => {
  await openPage(page, await plantPage(page, 'later(listen)'));
  await send(page).click();
  await expect(sent(page)).toBeVisible();
});

test.fail('a journey that presses before the page listens is red', async ({ page }) => {
  await page.goto(await plantPage(page, ''));
  await send(page).click();
  await expect(send(page)).toBeVisible();
});

test.fail('a journey through a page that moves by itself is red', { tag: '@strict' }, async ({ page }) => {
  await openPage(page, await plantPage(page, 'listen(); later(move)'));
  await expect.poll(async () => (await send(page).boundingBox())?.y).toBeGreaterThan(300);
  await idle(page); // what moved is told with the next picture
});

test.describe('what is told', { tag: '@restless' }, () => {
  test('a press, a letter and a choice before the page listens, once for each page', async ({
    page,
    faults,
  }) => {
    const address = await plantPage(page, '');
    await page.goto(address);
    await send(page).click();
    await send(page).press('Enter');
    await page.goto(address);
    await send(page).press('Enter');
    await expect.poll(() => faults).toHaveLength(2);
    expect(faults).toEqual([
      'pointerdown at <button> “Send” before the page listened on /app/planted',
      'keydown at <button> “Send” before the page listened on /app/planted',
    ]);
  });

  test('a button that moves 300 ms after it can be pressed, whether it was pressed before or not', async ({
    page,
    faults,
  }) => {
    const moved = expect.stringMatching(
      /^0\.\d+ of the page moved: <button> “Sen[dt]” .+ → .+ on \/app\/planted$/,
    );
    const address = await plantPage(page, 'listen(); later(move)');
    await openPage(page, address);
    await expect.poll(() => faults).toEqual([moved]);
    await openPage(page, address);
    await send(page).click();
    await expect.poll(() => faults).toEqual([moved, moved]);
  });

  test('nothing of what moves before the page listens or by what somebody pressed', async ({
    page,
    faults,
  }) => {
    const pressed =
      "document.querySelector('p').onclick = () => { move(100); setInterval(move, 3_000, 100); }";
    await openPage(page, await plantPage(page, `later(() => { move(100); listen(); }); ${pressed}`));
    await page.getByText('Plans').click();
    // It goes on by itself: that is told, and neither of the two before.
    await expect.poll(() => faults[0], { timeout: 15_000 }).toMatch(/“Send” 8,(282|398|514) → /);
  });
});
