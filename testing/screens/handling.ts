import type { Page } from '@playwright/test';

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789/?.,-+*'];
const mostButtons = 15;

/** What a press could change: the address, what is read, and what is chosen, open or typed. */
const stateOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const states = ['aria-expanded', 'aria-pressed', 'aria-checked', 'aria-selected', 'open'];
    const chosen = [...document.querySelectorAll(states.map((name) => `[${name}]`).join())].map((element) =>
      states.map((name) => element.getAttribute(name)).join(),
    );
    const typed = [...document.querySelectorAll('input, textarea, select')].map((field) =>
      'checked' in field ? `${field.checked}` : (field as HTMLTextAreaElement).value,
    );
    return JSON.stringify([location.href, document.body.textContent, chosen, typed]);
  });

/** @returns the buttons that have acted though the pointer had left them before it was let go */
export async function hastyButtons(page: Page): Promise<string[]> {
  const hasty: string[] = [];
  for (const button of await page.evaluate(buttonsInView, mostButtons))
    if (await changesTwice(page, () => pressAndLeave(page, button))) hasty.push(button.name);
  return hasty;
}

/** What comes late changes a page as well, but not at the second try. */
async function changesTwice(page: Page, act: () => Promise<void>): Promise<boolean> {
  for (let tries = 0; tries < 2; tries++) {
    const before = await stateOf(page);
    await act();
    if ((await stateOf(page)) === before) return false;
    await page.keyboard.press('Escape'); // a menu that opens at once is taken back so
    if ((await stateOf(page)) === before) return false;
  }
  return true;
}

async function pressAndLeave(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(2, 300);
  await page.mouse.up();
}

/** Runs in the page. */
function buttonsInView(most: number): { name: string; x: number; y: number }[] {
  const shown = [
    ...document.querySelectorAll<HTMLElement>('button, [role=tab], [role=switch], [role=checkbox]'),
  ];
  return shown
    .flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return element.contains(document.elementFromPoint(x, y)) ? [{ name, x, y }] : [];
    })
    .slice(0, most);
}

/** @returns the places from which letters, digits and signs do something though they are on no part of the page */
export async function looseLetters(page: Page): Promise<string[]> {
  const loose: string[] = [];
  for (const place of ['body', '[data-top-bar] a']) {
    await page.evaluate((selector) => {
      (document.activeElement as HTMLElement | null)?.blur();
      document.querySelector<HTMLElement>(selector)?.focus();
    }, place);
    const type = async () => {
      for (const letter of letters) await page.keyboard.press(letter);
    };
    if (await changesTwice(page, type)) loose.push(place);
  }
  return loose;
}

/** The links of bar and footer in their order, by address and name. */
export const fixedLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('[data-top-bar] a[href], main ~ footer a[href]')].map(
      (link) => {
        const name = link.getAttribute('aria-label') ?? link.textContent ?? '';
        return `${new URL(link.href).pathname} ${name.replace(/\d+/g, '').trim()}`;
      },
    ),
  );
