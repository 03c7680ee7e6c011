import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { Delivery } from '@/lib/contract/share/share-shapes';
import { blankOf } from '@/testing/sample';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { SenderAnswers } from './delivery';

const plain = { ...blankOf(Delivery), done: false, album: false };

function open(answers: Delivery['answers']) {
  new ImitatedServer().on(aliasForm.delivery, () => ({ delivery: { ...plain, answers } }));
  mount(<SenderAnswers shareId="cv" hasFiles isPart={false} />);
}

test('a sender’s answers are a region of their own', async () => {
  open([{ label: 'Salary', value: 'much', kind: 'text' }]);
  expect((await screen.findByRole('region', { name: 'Sender’s answers' })).textContent).toBe('Salarymuch');
});

test('a delivery without answers shows none, and can be marked as done', async () => {
  open([]);
  await screen.findByRole('checkbox');
  expect(screen.queryByRole('region')).toBeNull();
});
