import { expect, test } from 'vitest';
import { settings } from '@/lib/contract/settings';
import { userContext } from '@/testing/service/context';
import { getPreferences, setPreferences } from './preferences';

const untold = { tellFirst: false, tellEvery: false, tellLimit: false, tellEnd: true, tellSignIn: true };
const nothingChosen = {
  language: null,
  timezone: null,
  theme: null,
  autoPublish: true,
  showName: true,
  firstSteps: true,
  ...untold,
};

test('without preferences, language and theme follow browser and installation, and shares publish automatically', async () => {
  expect(await getPreferences(await userContext())).toEqual(nothingChosen);
});

test('choices are kept one by one, taken back by null, and are nobody else’s', async () => {
  const [ctx, other] = await Promise.all([userContext(), userContext()]);
  await setPreferences(ctx, { language: 'de', timezone: 'Europe/Berlin' });
  await setPreferences(ctx, { theme: 'dark' });
  await setPreferences(ctx, { timezone: 'auto', autoPublish: false });
  await setPreferences(ctx, {});
  const chosen = {
    language: 'de',
    timezone: 'auto',
    theme: 'dark',
    autoPublish: false,
    showName: true,
    firstSteps: true,
    ...untold,
  };
  expect(await getPreferences(ctx)).toEqual(chosen);
  expect(await getPreferences(other)).toEqual(nothingChosen);
  await setPreferences(ctx, { language: null, timezone: null, theme: null });
  expect(await getPreferences(ctx)).toEqual({ ...nothingChosen, autoPublish: false });
});

test('a language without words is refused', async () => {
  for (const language of ['tlh', '', 'EN', 'en-GB']) {
    const ctx = await userContext();
    const refused = { code: 'request.invalid', values: { field: 'language', reason: 'unsupported' } };
    await expect(setPreferences(ctx, { language })).rejects.toMatchObject(refused);
  }
});

test.each([
  { timezone: 'Europe/Atlantis' },
  { timezone: '' },
  { theme: 'pink' },
  { autoPublish: 'yes' },
  { autoPublish: null },
  { language: 5 },
])('%j is no choice', (choice) => {
  expect(settings.setPreferences.body.safeParse(choice).success).toBe(false);
});
