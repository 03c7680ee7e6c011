import { expect, test } from 'vitest';
import { answerText, storedAnswers } from './answers';

const question = { required: false, choices: [] };
const questions = [
  { ...question, id: 'day', label: 'From when?', kind: 'date' as const },
  { ...question, id: 'no', label: 'Number?', kind: 'text' as const },
];
const sender = { name: 'off', email: 'off', reference: 'off' } as const;

test.each([
  ['en-GB', '2 Jan 2027'],
  ['de', '02.01.2027'],
  ['fr', '2 janv. 2027'],
  ['ja', '2027/01/02'],
])('in %s the answer to a date question is a date, and that to another stays as written', (locale, day) => {
  const answers = { day: '2027-01-02', no: '2027-01-02' };
  const kept = storedAnswers({ sender, questions }, { sender: {}, answers });
  expect(kept.answers.map((answer) => answerText(answer, locale))).toEqual([day, '2027-01-02']);
});
