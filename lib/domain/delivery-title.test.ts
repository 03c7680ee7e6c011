import { expect, test } from 'vitest';
import { deliveryTitle } from './delivery-title';

test('a delivery is called by its sender, its title, a short answer, and by no long one', () => {
  const answers = [
    { kind: 'date', value: '2026-11-27' },
    { kind: 'longText', value: 'Diagnosis: none' },
    { kind: 'text', value: 'Crane\ndriver' },
  ];
  const nobody = { name: null, email: null, reference: null, answers };
  expect(deliveryTitle({ ...nobody, name: 'Ada', email: 'ada@example.org' }, 'Plans')).toBe('Ada');
  expect(deliveryTitle({ ...nobody, email: 'ada@example.org' }, 'Plans')).toBe('ada@example.org');
  expect(deliveryTitle(nobody, 'Plans')).toBe('Plans');
  expect(deliveryTitle(nobody, null)).toBe('Crane driver');
  expect(deliveryTitle({ ...nobody, answers: answers.slice(0, 2) }, null)).toBeNull();
});
