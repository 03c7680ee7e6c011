import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { mount } from '@/testing/screens/mount';
import { Button } from '../button';
import { Field } from '../form/field';
import { Input } from '../form/input';
import { Banner } from './banner';
import { Menu, MenuItem } from './menu';
import { useToast } from './toast';

function Form() {
  const toast = useToast();
  const [error, setError] = useState('');
  return (
    <>
      <Field label="Name" error={error}>
        <Input value="" onValueChange={() => undefined} />
      </Field>
      <Button onClick={() => setError('Enter a name.')}>Send</Button>
      <Button onClick={() => toast('Saved.')}>Save</Button>
    </>
  );
}

test('screen readers hear what a form says, because the place where it says so was there before', async () => {
  const { person } = mount(<Form />);
  const [place, status] = [screen.getByRole('alert'), screen.getByRole('status')];
  expect([place.textContent, status.textContent]).toEqual(['', '']);
  await person.click(screen.getByRole('button', { name: 'Send' }));
  expect(place.textContent).toBe('Enter a name.');
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(status.textContent).toBe('Saved.');
});

test('a failure interrupts, and a success doesn’t', () => {
  mount(
    <>
      <Banner tone="error">No room.</Banner>
      <Banner tone="success">Sent.</Banner>
    </>,
  );
  expect(screen.getByText('No room.').closest('[role=alert]')).not.toBeNull();
  expect(screen.getByText('Sent.').closest('[role=status]')).not.toBeNull();
});

test('a hint that hovering shows goes by Escape, and is told without hovering, too', async () => {
  const { person } = mount(
    <Menu trigger={<button type="button">Menu</button>} startsOpen>
      <MenuItem onSelect={() => undefined} disabled hint="Your company signs you in.">
        Sign out
      </MenuItem>
    </Menu>,
  );
  const item = await screen.findByRole('menuitem', { name: 'Sign out' });
  expect(item.getAttribute('aria-description')).toBe('Your company signs you in.');
  await person.hover(item);
  await screen.findByText('Your company signs you in.');
  await person.keyboard('{Escape}');
  await expect.poll(() => screen.queryByText('Your company signs you in.')).toBeNull();
});
