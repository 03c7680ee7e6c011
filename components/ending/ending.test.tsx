import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ending } from '@/lib/contract/activity';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { Ending } from './ending';

const noon = Date.UTC(2026, 2, 8, 12);

function open(action: 'extend' | 'end') {
  const server = new ImitatedServer();
  const looked = server.on(ending.look, () => ({ name: 'Plans', until: noon }));
  const decided = server.on(ending.decide, ({ body }) => ({
    until: (body as { extend: boolean }).extend ? noon + 7 * 24 * 3_600_000 : null,
  }));
  return { looked, decided, ...mount(<Ending />, { viewer: null, url: `/app/ending#${action}=token` }) };
}

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('a reminder’s link that is used up, or none, says so and offers nothing', async () => {
  const server = new ImitatedServer();
  server.on(ending.look, () => refusal('ending.over'));
  mount(<Ending />, { viewer: null, url: '/app/ending#extend=nonsense' });
  const title = await screen.findByRole('heading', { level: 1 });
  expect(title.textContent).toBe('This was already decided, or the link’s end has changed.');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test.each([
  ['extend', 'Extend “Plans” by 7 days?', ['Extend by 7 days', 'Let it end']],
  ['end', 'Let “Plans” end?', ['Let it end', 'Extend by 7 days']],
] as const)('opening the link to %s asks, and changes nothing yet', async (action, question, offered) => {
  const { looked, decided } = open(action);
  await screen.findByText(/8 March 2026/);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(question);
  expect(buttons()).toEqual(offered);
  expect(looked).toMatchObject([{ body: { token: 'token' } }]);
  expect(decided).toEqual([]);
});

test('either answer is sent once and takes the place of the question', async () => {
  const { decided, person } = open('extend');
  await person.click(await screen.findByRole('button', { name: 'Extend by 7 days' }));
  await screen.findByText(/15 March 2026/);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(decided).toMatchObject([{ body: { token: 'token', extend: true } }]);
});
