import { expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { draftOf, emptyForm, flawsOf, newQuestion, parseForm } from './form-draft';
import { isDifferent } from './inbox-values';

const zone = 'Europe/Berlin';
const empty = draftOf(emptyForm, zone);

test('a form is the same after a round trip through its draft', () => {
  const form = AliasForm.parse({
    intro: 'Hello',
    language: 'de',
    color: '#0b6e4f',
    logo: 'AAAA',
    closesAt: Date.parse('2026-11-27T16:00Z'),
    endings: ['dwg', 'step'],
    maxFiles: 3,
    maxFileBytes: 1.5 * 1024 ** 3,
    questions: [{ id: 'q1', label: 'Size', kind: 'choice', choices: ['S', 'M'] }],
  });
  const draft = draftOf(form, zone);
  expect(draft).toMatchObject({ closesAt: '2026-11-27T17:00', endings: 'dwg step', maxFileBytes: '1.5G' });
  expect(parseForm(draft, zone)).toEqual(form);
  expect(parseForm(empty, zone)).toEqual(AliasForm.parse({}));
});

test('a draft differs from what was loaded by its values, not by their order', () => {
  const typed = { sender: { name: 'off', email: 'off' }, groups: ['films', 'sound'] };
  const loaded = { groups: ['films', 'sound'], sender: { email: 'off', name: 'off' } };
  expect(isDifferent(typed, loaded)).toBe(false);
  expect(isDifferent(typed, { ...loaded, groups: ['sound', 'films'] })).toBe(true);
  expect(isDifferent(parseForm(draftOf(emptyForm, zone), zone), emptyForm)).toBe(false);
});

test('endings are read as people write them, and choices one per line', () => {
  const questions = [{ ...newQuestion([]), label: 'Size', kind: 'choice' as const, choices: ' S \n\nM\nS' }];
  const form = parseForm({ ...empty, endings: '.PDF, *.docx;tif', questions }, zone);
  expect(form.endings).toEqual(['pdf', 'docx', 'tif']);
  expect(form.questions[0]?.choices).toEqual(['S', 'M']);
});

test('values the server would refuse are found before', () => {
  const question = newQuestion([]);
  const flawed = {
    ...empty,
    opensAt: '2026-11-27T17:00',
    closesAt: '2026-11-27T17:00',
    lateUntil: '2026-11-26T17:00',
    maxFiles: '0',
    maxBytes: 'much',
    maxFileBytes: '0',
    endings: 'a/b',
    color: 'green',
    questions: [question, { ...newQuestion([question]), label: 'Size', kind: 'choice' as const }],
  };
  expect(flawsOf(flawed, zone)).toEqual({
    closesAt: 'closesEarly',
    lateUntil: 'lateEarly',
    maxFiles: 'countWrong',
    maxBytes: 'sizeWrong',
    maxFileBytes: 'sizeWrong',
    endings: 'endingWrong',
    color: 'colorWrong',
    q1: 'labelMissing',
    q2: 'choicesMissing',
  });
  expect(flawsOf(empty, zone)).toEqual({});
});

test('a question keeps its name while others come and go', () => {
  const first = newQuestion([]);
  const second = newQuestion([first]);
  expect([first.id, second.id, newQuestion([second]).id]).toEqual(['q1', 'q2', 'q3']);
});
