import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { auth } from '@/lib/contract/auth';
import en from '@/messages/en.json';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { SecondStep } from './second-step';

const codes = ['AAAAA-AAAA2', 'BBBBB-BBBB3', 'CCCCC-CCCC4'];

test('who pastes the whole list of recovery codes reads to paste one, and keeps the list to take it from', async () => {
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
