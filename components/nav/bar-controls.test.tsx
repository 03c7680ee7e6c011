import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '@/lib/paths';
import { ada, mount } from '@/testing/screens/mount';
import { BrandLink } from './bar-controls';

test.each([
  ['home', ada, paths.home],
  ['to login, who is nobody', null, paths.login()],
])('the name in the bar leads %s', (_where, viewer, path) => {
  mount(<BrandLink>Slipway</BrandLink>, { viewer });
  expect(screen.getByRole('link', { name: 'Slipway' }).getAttribute('href')).toBe(path);
});
