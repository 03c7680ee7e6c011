import type { Locator, Page } from '@playwright/test';

/** Opens a group of an inbox's settings, which is a line until then. @returns what is in it */
export async function unfold(page: Page, title: string): Promise<Locator> {
  const line = page.getByRole('button', { name: new RegExp(`^${title} `), expanded: false });
  await line.click();
  return page.getByRole('group', { name: title, exact: true });
}
