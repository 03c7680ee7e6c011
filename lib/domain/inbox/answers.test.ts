import { expect, test } from 'vitest';
import { answerText, findInvalidAnswers, storedAnswers } from './answers';

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

test.each([
  ['day', '2027-02-28', []],
  ['day', '2027-02-30', ['notADate']],
  ['day', '2027-02', ['notADate']],
  ['size', 'large', []],
  ['size', 'huge', ['unsupported']],
])('the answer %s: %j has the problems %j', (id, text, problems) => {
  const choice = { id: 'size', label: 'Size?', kind: 'choice' as const, required: false };
  const asked = { sender, questions: [...questions, { ...choice, choices: ['small', 'large'] }] };
  const found = findInvalidAnswers(asked, { sender: {}, answers: { [id]: text } });
  expect(found.map(({ problem }) => problem)).toEqual(problems);
});
