import { type RefObject, useState } from 'react';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { groupOfField, type InboxGroup } from './inbox-groups';

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
