import { type RefObject, useState } from 'react';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { refusedField } from '../alias-rules';
import type { FormDraft } from './form-draft';
import type { SaveFailure } from './use-inbox-editor';

/** Each unfolds, in this order. Name, recipient and introduction stand above, always open. */
export const inboxGroups = ['look', 'questions', 'files', 'times', 'access'] as const;
export type InboxGroup = (typeof inboxGroups)[number];

const fieldsOf: Partial<
  Record<InboxGroup, readonly (keyof FormDraft | 'id' | 'validity' | 'members' | 'password')[]>
> = {
  look: ['language', 'color', 'logo'],
  files: ['groups', 'endings', 'maxFiles', 'maxFileBytes', 'maxBytes', 'validity'],
  times: ['opensAt', 'closesAt', 'lateUntil', 'changeHours'],
  access: ['password', 'id', 'members'],
};

const alwaysOpen: readonly string[] = ['name', 'recipient', 'intro'];

/**
 * The group that a field is in.
 * @param field its name, or the id of a question
 */
export function groupOfField(field: string): InboxGroup | null {
  if (alwaysOpen.includes(field)) return null;
  const fields: Partial<Record<InboxGroup, readonly string[]>> = fieldsOf;
  return inboxGroups.find((group) => fields[group]?.includes(field)) ?? 'questions';
}

/** The fields that the server didn’t take. It names those of the form before a colon, with their place in it. */
export function refusedFields({ part, error }: SaveFailure): string[] {
  if (part === 'password') return ['password'];
  const field =
    part === 'form' && error.code === 'request.invalid'
      ? /^[A-Za-z]+/.exec(error.message)?.[0]
      : part === 'alias' && refusedField(error);
  return field ? [field] : [];
}

/** The groups of an inbox that are open. A field that is refused opens its own and gets the focus. */
export function useFolds(form: RefObject<HTMLFormElement | null>) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<InboxGroup>>(new Set());
  return {
    unfolded,
    fold: (group: InboxGroup, isOpen: boolean) =>
      setUnfolded((all) => new Set(isOpen ? [...all, group] : [...all].filter((one) => one !== group))),
    showFlaws: (fields: readonly string[]) => {
      const groups = fields.map(groupOfField).filter((group) => group !== null);
      setUnfolded((all) => new Set([...all, ...groups]));
      if (form.current) focusFirstProblem(form.current);
    },
  };
}
