import { expect, test } from 'vitest';
import { noon } from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { findOldLink } from './old-link';

const codeOf = ({ code }: { code: string }) => code;
const newId = () => Math.random().toString(36).slice(2).padEnd(12, 'x').slice(0, 12);

test.each([
  ['pingvin', (id: string) => `/s/${id}`],
  ['psitransfer', (id: string) => `/${id}`],
])(
  'who guesses links of %s is stopped like any guesser, and finds the right one no more',
  async (product, pathOf) => {
    const ctx = limitedContext({ now: noon });
    const oldId = newId();
    await ctx.db.imported.create({
      data: { product, kind: 'share', oldId, newId: ctx.newId(), linkId: ctx.newId() },
    });
    for (let n = 0; n < 60; n++) expect(await findOldLink(ctx, pathOf(newId()))).toBeNull();
    expect(await findOldLink(ctx, pathOf(oldId))).toMatchObject({ page: 'open' });
    expect(await findOldLink(ctx, pathOf(newId())).catch(codeOf)).toBe('limit.attempts');
    expect(await findOldLink(ctx, pathOf(oldId)).catch(codeOf)).toBe('limit.attempts');
  },
);

test('files that browsers request from every site count as no guess', async () => {
  const ctx = limitedContext({ now: noon });
  await ctx.db.imported.create({
    data: { product: 'psitransfer', kind: 'share', oldId: newId(), newId: ctx.newId() },
  });
  for (let n = 0; n < 70; n++)
    for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/robots.txt', '/cli'])
      expect(await findOldLink(ctx, path)).toBeNull();
});
