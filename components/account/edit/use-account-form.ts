'use client';

import { type FormEvent, useState } from 'react';
import { type AccountDraft, type Problems, problemsOf } from './account-draft';

const order = ['login', 'email', 'password', 'maxSize', 'maxFiles'] as const;

/** A form's draft and what is wrong with it, told from the first try on. */
export function useAccountForm(start: AccountDraft, { isNew }: { isNew: boolean }) {
  const [draft, setDraft] = useState(start);
  const [wasTried, setWasTried] = useState(false);
  const problems = problemsOf(draft, { isNew });
  const first = order.find((field) => problems[field]);
  const shown: Problems = wasTried ? problems : {};

  return {
    draft,
    problems: shown,
    restart: setDraft,
    change: (part: Partial<AccountDraft>) => setDraft((now) => ({ ...now, ...part })),
    /** Goes on to `send` when nothing is wrong, else to the first field that is. */
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
