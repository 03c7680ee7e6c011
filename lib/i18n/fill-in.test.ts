import { expect, test } from 'vitest';
import { fillIn } from './fill-in';

test('a text that nobody has translated is shown in English, beside those that are', () => {
  const english = { open: { title: 'Open', views: [['count'], ' views'] }, save: { done: 'Saved' } };
  const german = { open: { title: 'Öffnen' } };
  expect(fillIn(german, english)).toEqual({
    open: { title: 'Öffnen', views: [['count'], ' views'] },
    save: { done: 'Saved' },
  });
});
