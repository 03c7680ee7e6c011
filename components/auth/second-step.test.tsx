import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { auth } from '@/lib/contract/auth';
import en from '@/messages/en.json';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { SecondStep } from './second-step';

const codes = ['AAAAA-AAAA2', 'BBBBB-BBBB3', 'CCCCC-CCCC4'];

test('pasting the whole list of recovery codes asks for one of them and keeps the list', async () => {
  const server = new ImitatedServer();
  const left: unknown[] = [];
  const asked = server.on(auth.second, () =>
    refusal('request.invalid', { field: 'Code', reason: en.reasons.severalCodes }),
  );
  const { person } = mount(
    <SecondStep challenge="challenge" target="/app/home" onBack={(reason) => left.push(reason)}>
      {null}
    </SecondStep>,
    { viewer: null },
  );
  await person.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Recovery code');
  await person.click(field);
  await person.paste(codes.join('\n'));
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText(/paste one of them/);
  for (const code of codes) expect(field.value).toContain(code);
  expect(left).toEqual([]);

  await person.clear(field);
  await person.paste(codes[1] ?? '');
  expect(screen.queryByText(/paste one of them/)).toBeNull();
  server.on(auth.second, () => refusal('auth.challengeOver'));
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  await expect.poll(() => left.length).toBe(1);
  expect(asked).toHaveLength(1);
});

test('nothing that was entered in the first step is asked for again', () => {
  mount(
    <SecondStep challenge="challenge" target="/app/home" onBack={() => undefined}>
      {null}
    </SecondStep>,
    { viewer: null },
  );
  const fields = [...document.querySelectorAll('input')].filter(({ type }) => type !== 'hidden');
  expect(fields.map(({ name }) => name)).toEqual(['code']);
});
