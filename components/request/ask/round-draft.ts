import { parseEndings } from '@/components/alias/form/form-draft';
import type { RoundChange, RoundInput } from '@/lib/contract/alias/round';
import { formLimits, isEnding, type TypeGroup } from '@/lib/domain/inbox/inbox-form';
import { isDay, type Repeat } from '@/lib/domain/request/due';
import { roundLimits } from '@/lib/domain/request/progress';

export type SlotDraft = {
  key: number;
  name: string;
  hint: string;
  needed: boolean;
  maxFiles: string;
  groups: TypeGroup[];
  /** As typed. */
  endings: string;
  example: File | null;
};

export type RoundHead = { name: string; due: string; message: string; repeat: Repeat | '' };

export type RoundDraft = RoundHead & {
  /** People prove their address. */
  proof: boolean;
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
  endings: '',
  example: null,
});

export const emptyRound = (): RoundDraft => ({
  name: '',
  due: '',
  message: '',
  repeat: '',
  proof: false,
  slots: [emptySlot(1)],
  table: '',
});

export type DraftProblem = 'name' | 'due' | 'people' | `${'slot' | 'count' | 'endings' | 'example'}${number}`;

const areEndings = (text: string): boolean => {
  const endings = parseEndings(text);
  return endings.every(isEnding) && endings.length <= formLimits.endings;
};

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
  for (const { key, name, maxFiles, endings, example } of slots) {
    if (name.trim() === '') problems.add(`slot${key}`);
    if (maxFiles.trim() !== '' && !isCount(maxFiles.trim())) problems.add(`count${key}`);
    if (!areEndings(endings)) problems.add(`endings${key}`);
    if (example && example.size > roundLimits.exampleBytes) problems.add(`example${key}`);
  }
  return problems;
}

export const headOf = ({ name, due, message, repeat }: RoundHead): RoundChange => ({
  name: name.trim(),
  due,
  message: message.trim(),
  repeat: repeat || null,
});

export const inputOf = ({ slots, proof, ...head }: RoundDraft): RoundInput => ({
  ...headOf(head),
  proof,
  slots: slots.map(({ maxFiles, name, hint, needed, groups, endings }) => ({
    name: name.trim(),
    hint: hint.trim(),
    needed,
    groups,
    endings: parseEndings(endings),
    maxFiles: maxFiles.trim() === '' ? null : Number(maxFiles),
    example: null,
  })),
});
