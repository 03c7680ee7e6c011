'use client';

import { type FormEvent, useState } from 'react';
import { type AccountDraft, problemsOf } from './account-draft';

const order = ['login', 'email', 'password', 'maxSize', 'maxFiles'] as const;

export function useAccountForm(start: AccountDraft, { isNew }: { isNew: boolean }) {
  const [draft, setDraft] = useState(start);
  const [wasTried, setWasTried] = useState(false);
  const problems = problemsOf(draft, { isNew });
  const first = order.find((field) => problems[field]);

  return {
    draft,
    problems: wasTried ? problems : {},
    restart: setDraft,
    change: (part: Partial<AccountDraft>) => setDraft((now) => ({ ...now, ...part })),
    /** Calls `send` when there is no problem, else focuses the first field that has one. */
    onSubmit: (send: () => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setWasTried(first !== undefined);
      const field = first && event.currentTarget.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      if (!first) send();
    },
  };
}

export type AccountForm = ReturnType<typeof useAccountForm>;
