import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { device } from '@/lib/contract/device';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { Device } from './device';

const march = Date.UTC(2026, 2, 1, 12);

function open(given: string) {
  const server = new ImitatedServer();
  server.on(device.look, ({ body }) =>
    (body as { userCode: string }).userCode.startsWith('wrong')
      ? refusal('device.over')
      : {
          name: 'slipway on desk',
          scopes: ['upload' as const, 'read' as const],
          address: '192.0.2.7',
          asked: march,
          until: march + 86_400_000,
        },
  );
  const decided = server.on(device.decide, () => ({}));
  return { server, decided, ...mount(<Device given={given} />) };
}

test('a code that is typed may be wrong, which is told, and another one is asked for', async () => {
  const { person, decided } = open('');
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next' });
  expect(next.disabled).toBe(true);
  await person.type(screen.getByLabelText('Code'), 'wrong-code{Enter}');
  await screen.findByText(refusal('device.over').message);
  await person.click(screen.getByRole('button', { name: 'Type another code' }));
  await person.clear(screen.getByLabelText('Code'));
  await person.type(screen.getByLabelText('Code'), ' bcdf-ghjk ');
  await person.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('heading', { name: 'Connect “slipway on desk”?' });
  await person.click(screen.getByRole('button', { name: 'Deny' }));
  await screen.findByText(/^Denied/);
  expect(decided.map(({ body }) => body)).toEqual([{ userCode: 'bcdf-ghjk', allow: false }]);
});

test('the person sees what asks, from where and for what, before it is let in', async () => {
  const { person, decided } = open('BCDF-GHJK');
  await screen.findByText(/192\.0\.2\.7/);
  screen.getByText('BCDF-GHJK');
  const may = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.split(':')[0]);
  expect(may).toEqual(['Upload', 'Read']);
  await person.click(screen.getByRole('button', { name: 'Allow' }));
  await screen.findByText('“slipway on desk” is connected.', { exact: false });
  expect(decided[0]?.body).toEqual({ userCode: 'BCDF-GHJK', allow: true });
});

test('a code that somebody used meanwhile is told when it is decided about', async () => {
  const { server, person } = open('BCDF-GHJK');
  server.on(device.decide, () => refusal('device.over'));
  await person.click(await screen.findByRole('button', { name: 'Allow' }));
  await screen.findByText(refusal('device.over').message);
});
