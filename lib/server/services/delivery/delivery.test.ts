import { expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import type { AliasContext, UserContext } from '@/lib/server/context';
import { getForm, removeForm, saveForm } from '@/lib/server/services/alias/form';
import { modifyAlias } from '@/lib/server/services/alias/save';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { newAliasPass, noon, ownAlias, userContext } from '@/testing/service/context';
import { getDelivery } from './search';

const hourMs = 3_600_000;
const at = (hours: number) => noon.getTime() + hours * hourMs;
const share = { name: null, description: 'Hello', maxViews: 10 };
const form = (over: object) => AliasForm.parse(over);

async function inbox(over: object): Promise<{ owner: UserContext; aliasId: string; sender: AliasContext }> {
  const owner = await userContext();
  const { id: aliasId } = await ownAlias(owner);
  await saveForm(owner, { ...form(over), aliasId });
  return { owner, aliasId, sender: await newAliasPass(owner, aliasId) };
}

test('a form is what its owner made it, for members to read and for nobody else', async () => {
  const member = await userContext();
  const owner = await userContext();
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  expect(await getForm(owner, { aliasId })).toEqual({ form: null });
  const made = form({
    intro: '# Bring it',
    recipient: 'The office',
    closesAt: at(1),
    lateUntil: at(2),
    groups: ['documents'],
    endings: ['dwg'],
    maxFiles: 3,
    maxBytes: 5 * 1024 ** 4,
    sender: { name: 'required', email: 'optional', reference: 'off' },
    questions: [{ id: 'q1', label: 'Which job?', kind: 'choice', required: true, choices: ['A', 'B'] }],
  });
  await saveForm(owner, { ...made, aliasId });
  for (const reader of [owner, member]) expect(await getForm(reader, { aliasId })).toEqual({ form: made });
  await expect(saveForm(member, { ...made, aliasId })).rejects.toMatchObject({ code: 'alias.notOwner' });
  await expect(removeForm(member, { aliasId })).rejects.toMatchObject({ code: 'alias.notOwner' });
  const stranger = await userContext();
  await expect(getForm(stranger, { aliasId })).rejects.toMatchObject({ code: 'alias.notFound' });
  await expect(saveForm(stranger, { ...made, aliasId })).rejects.toMatchObject({ code: 'alias.notFound' });
  await removeForm(owner, { aliasId });
  expect(await getForm(owner, { aliasId })).toEqual({ form: null });
});

test('a new id takes the form along', async () => {
  const { owner, aliasId } = await inbox({ recipient: 'The office' });
  const change = { name: 'Inbox', validity: 60_000, enabled: true, members: [] };
  const { id } = await modifyAlias(owner, { ...change, id: owner.newId(), aliasId });
  expect((await getForm(owner, { aliasId: id })).form?.recipient).toBe('The office');
});

test.each([
  [{ opensAt: 2, closesAt: 2 }, 'closesAt'],
  [{ lateUntil: 5 }, 'lateUntil'],
  [{ closesAt: 5, lateUntil: 5 }, 'lateUntil'],
  [{ questions: [{ id: 'a', label: 'Which?', kind: 'choice' }] }, 'questions.0.choices'],
  [{ questions: [1, 2].map(() => ({ id: 'a', label: 'Twice', kind: 'text' })) }, 'questions'],
  [{ questions: [{ id: 'a', label: ' ', kind: 'text' }] }, 'questions.0.label'],
  [{ questions: [1, 2, 3, 4, 5, 6].map((id) => ({ id: `q${id}`, label: 'Q', kind: 'text' })) }, 'questions'],
  [{ endings: ['.pdf'] }, 'endings.0'],
  [{ maxFiles: 0 }, 'maxFiles'],
  [{ color: 'green' }, 'color'],
  [{ logo: 'no picture' }, 'logo'],
  [{ opensAt: 9e15 }, 'opensAt'],
])('the form %j is refused by name', (wrong, field) => {
  const { error } = AliasForm.safeParse(wrong);
  expect(error?.issues[0]?.path.join('.')).toBe(field);
});

test('a sender’s message is stored with the questions and shown only to those who manage the share', async () => {
  const questions = [
    { id: 'why', label: 'Why?', kind: 'longText', required: true },
    { id: 'when', label: 'When?', kind: 'date' },
  ];
  const { owner, sender } = await inbox({ sender: { name: 'required', reference: 'off' }, questions });
  const hostile = '<b>=1+1</b>';
  const said = { sender: { name: ' Ada ', reference: 'not asked' }, answers: { why: hostile, other: 'x' } };
  const { id: shareId } = await createShareThroughAlias(sender, { ...share, ...said });
  expect(await getDelivery(owner, { shareId })).toMatchObject({
    delivery: {
      name: 'Ada',
      email: null,
      reference: null,
      answers: [{ label: 'Why?', value: hostile }],
      isLate: false,
    },
  });
  await expect(getDelivery(await userContext(), { shareId })).rejects.toMatchObject({
    code: 'share.notFound',
  });
});

test.each([
  [{}, { code: 'delivery.unanswered', values: { field: 'sender.name', kind: 'name' } }],
  [{ sender: { name: '  ' } }, { code: 'delivery.unanswered', values: { field: 'sender.name' } }],
  [{ sender: { name: 'A' } }, { code: 'delivery.unanswered', values: { kind: 'question', label: 'Size' } }],
  [
    { sender: { name: 'A' }, answers: { size: 'XL' } },
    { values: { field: 'answers.size', reason: 'unsupported' } },
  ],
  [
    { sender: { name: 'A', email: 'nobody' }, answers: { size: 'S' } },
    { code: 'request.invalid', values: { field: 'sender.email', reason: 'notAnEmail' } },
  ],
  [
    { sender: { name: 'A' }, answers: { size: 'S', day: '2026-02-30' } },
    { values: { field: 'answers.day', reason: 'notADate' } },
  ],
  [{ sender: { name: 'A'.repeat(501) }, answers: { size: 'S' } }, { values: { reason: 'tooLong' } }],
])('the answers %j are refused by name, and no share is there', async (said, refusal) => {
  const { owner, aliasId, sender } = await inbox({
    sender: { name: 'required', email: 'optional' },
    questions: [
      { id: 'size', label: 'Size', kind: 'choice', required: true, choices: ['S', 'M'] },
      { id: 'day', label: 'Day', kind: 'date' },
    ],
  });
  await expect(createShareThroughAlias(sender, { ...share, ...said })).rejects.toMatchObject(refusal);
  expect(await owner.db.share.count({ where: { aliasId } })).toBe(0);
});

test('a delivery begins between opening and end, late ones included', async () => {
  const times = { opensAt: at(1), closesAt: at(3), lateUntil: at(5) };
  const { owner, sender } = await inbox(times);
  const begin = (hours: number) => createShareThroughAlias({ ...sender, now: new Date(at(hours)) }, share);
  await expect(begin(0.9)).rejects.toMatchObject({
    code: 'alias.notYetOpen',
    values: { at: '2026-03-01 13:00 UTC' },
  });
  for (const [hours, isLate] of [
    [1, false],
    [2.9, false],
    [3, true],
    [4.9, true],
  ] as const) {
    const { delivery } = await getDelivery(owner, { shareId: (await begin(hours)).id });
    expect(delivery?.isLate ?? false).toBe(isLate);
  }
  for (const hours of [5, 5.5, 99])
    await expect(begin(hours)).rejects.toMatchObject({
      code: 'alias.closed',
      values: { at: '2026-03-01 17:00 UTC' },
    });
});
