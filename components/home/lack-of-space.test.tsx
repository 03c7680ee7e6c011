import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '@/lib/paths';
import { mount } from '@/testing/screens/mount';
import { LackOfSpace } from './lack-of-space';

test('an admin reads in which folder how little is free, and where to look further', () => {
  mount(<LackOfSpace folder="/mnt/array/slipway" freeBytes={3 * 1024 ** 3} />);
  expect(screen.getByRole('alert').textContent).toContain(
    'The disk is nearly full: 3.00G free in /mnt/array/slipway. Soon uploads will wait until there is space.',
  );
  const doctor = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open Health' });
  expect(new URL(doctor.href).pathname).toBe(paths.doctor);
});
