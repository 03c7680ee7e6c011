import type { RoundChange, RoundInput } from '@/lib/contract/alias/request';
import { formLimits, type TypeGroup } from '@/lib/domain/inbox/inbox-form';
import { isDay, type Repeat } from '@/lib/domain/request/due';

export type SlotDraft = {
  key: number;
  name: string;
  hint: string;
  needed: boolean;
  maxFiles: string;
  groups: TypeGroup[];
};

export type RoundHead = { name: string; due: string; message: string; repeat: Repeat | '' };

export type RoundDraft = RoundHead & {
  slots: SlotDraft[];
  /** People, as they were pasted. */
  table: string;
};

export const emptySlot = (key: number): SlotDraft => ({
  key,
  name: '',
  hint: '',
  needed: true,
  maxFiles: '',
  groups: [],
});

export const emptyRound = (): RoundDraft => ({
  name: '',
  due: '',
  message: '',
  repeat: '',
  slots: [emptySlot(1)],
  table: '',
});

export type DraftProblem = 'name' | 'due' | 'people' | `slot${number}` | `count${number}`;

const isCount = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= formLimits.files;

export function headProblems({ name, due }: RoundHead): Set<DraftProblem> {
  const problems = new Set<DraftProblem>();
  if (name.trim() === '') problems.add('name');
  if (!isDay(due)) problems.add('due');
  return problems;
}

export function problemsOf({ slots, table, ...head }: RoundDraft): Set<DraftProblem> {
  const problems = headProblems(head);
  if (table.trim() === '') problems.add('people');
  for (const slot of slots) {
    if (slot.name.trim() === '') problems.add(`slot${slot.key}`);
    if (slot.maxFiles.trim() !== '' && !isCount(slot.maxFiles.trim())) problems.add(`count${slot.key}`);
  }
  return problems;
}

export const headOf = ({ name, due, message, repeat }: RoundHead): RoundChange => ({
  name: name.trim(),
  due,
  message: message.trim(),
  repeat: repeat || null,
});

export const inputOf = ({ slots, ...head }: RoundDraft): RoundInput => ({
  ...headOf(head),
  slots: slots.map(({ maxFiles, name, hint, needed, groups }) => ({
    name: name.trim(),
    hint: hint.trim(),
    needed,
    groups,
    endings: [],
    maxFiles: maxFiles.trim() === '' ? null : Number(maxFiles),
    example: null,
  })),
});
