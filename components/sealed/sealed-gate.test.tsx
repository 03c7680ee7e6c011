import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InboxSeal } from '@/lib/contract/share/sealed';
import { blankOf } from '@/testing/sample';
import { mount } from '@/testing/screens/mount';
import { NewPassphraseForm } from './inbox/new-passphrase-form';
import { PassphraseForm } from './inbox/passphrase-form';
import { SealedGate } from './sealed-gate';
import { SealedNotices } from './sealed-notices';

const locked = { step: 'key', isWrong: false } as const;
const seal = blankOf(InboxSeal);
const nothing = async () => false;

test.each([
  ['of a link', <SealedGate key="" id="link" state={locked} />, ['Link or key']],
  ['of a delivery', <PassphraseForm key="" seal={seal} onOpen={nothing} />, ['Passphrase']],
  [
    'of an inbox',
    <NewPassphraseForm key="" seal={seal} onSeal={nothing} onLeave={() => undefined} />,
    ['Current passphrase', 'New passphrase', 'Passphrase again'],
  ],
])('what shows the secret %s names its field', (_, form, fields) => {
  mount(form);
  for (const field of fields) {
    const eye = screen.getByRole('button', { name: `Show ${field}` });
    expect(eye.previousElementSibling).toBe(screen.getByLabelText(field));
  }
  expect(screen.queryByRole('button', { name: 'Show password' })).toBeNull();
});

test('only to whom somebody sent it, it speaks of a sender', () => {
  mount(
    <>
      <SealedGate id="share" state={locked} isOwn />
      <SealedNotices isOwn isOlder missing={[]} failure={null} />
    </>,
  );
  expect(document.body.textContent).toContain('this browser doesn’t have their key');
  expect(document.body.textContent).not.toContain('sender');
  mount(<SealedGate id="link" state={locked} />);
  screen.getByText(/the key that the sender gave you/);
});
