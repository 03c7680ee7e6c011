'use client';

import { type FormEvent, useState } from 'react';
import type { AccountDetail } from '@/lib/contract/account/account';
import { passwordFlaw } from '@/lib/domain/account/account-password';
import { isLogin, normalLogin } from '@/lib/domain/ident';
import { numberFlaw, numberIn } from '@/lib/domain/limits';
import { isEmailOrNone } from '@/lib/domain/mail/mail-address';
import { exactBytes, parseBytes } from '@/lib/domain/units';

export type AccountDraft = {
  login: string;
  email: string;
  password: string;
  state: AccountDetail['state'];
  admin: boolean;
  /** A size such as 20G. "" means the installation's limit, 0 means no limit. */
  maxSize: string;
  maxFiles: string;
};

export const emptyDraft: AccountDraft = {
  login: '',
  email: '',
  password: '',
  state: 'Active',
  admin: false,
  maxSize: '',
  maxFiles: '',
};

export const draftOf = ({ login, email, state, admin, maxBytes, maxFiles }: AccountDetail): AccountDraft => ({
  maxSize: maxBytes === null ? '' : exactBytes(maxBytes),
  maxFiles: maxFiles === null ? '' : String(maxFiles),
  login,
  email: email ?? '',
  password: '',
  state,
  admin,
});

/** The values sent as `was`, by which the server detects a concurrent change. */
export const loadedValues = ({ email, state, admin, maxBytes, maxFiles }: AccountDetail) => ({
  email,
  state,
  admin,
  maxBytes,
  maxFiles,
});

type AccountProblem =
  | 'loginMissing'
  | 'loginWrong'
  | 'emailWrong'
  | 'passwordMissing'
  | 'passwordShort'
  | 'passwordWrong'
  | 'sizeWrong'
  | 'filesWrong';
type AccountProblems = Partial<
  Record<'login' | 'email' | 'password' | 'maxSize' | 'maxFiles', AccountProblem>
>;

const isCount = (text: string) => numberFlaw(text, 0) === null;

export const limitsOf = ({ maxSize, maxFiles }: AccountDraft) => ({
  maxBytes: maxSize.trim() === '' ? null : parseBytes(maxSize),
  maxFiles: maxFiles.trim() === '' ? null : numberIn(maxFiles),
});

/** Applies the server's rules. An empty password keeps the old one unless the account is new. */
export function problemsOf(draft: AccountDraft, { isNew }: { isNew: boolean }): AccountProblems {
  const login = loginProblem(draft.login);
  const email = isEmailOrNone(draft.email) ? null : 'emailWrong';
  const password = draft.password === '' && !isNew ? null : passwordProblem(draft.password);
  const isSizeWrong = draft.maxSize.trim() !== '' && parseBytes(draft.maxSize) === null;
  const isCountWrong = draft.maxFiles.trim() !== '' && !isCount(draft.maxFiles);
  return {
    ...(login && { login }),
    ...(email && { email }),
    ...(password && { password }),
    ...(isSizeWrong && { maxSize: 'sizeWrong' }),
    ...(isCountWrong && { maxFiles: 'filesWrong' }),
  };
}

function loginProblem(login: string): AccountProblem | null {
  if (login.trim() === '') return 'loginMissing';
  return isLogin(normalLogin(login)) ? null : 'loginWrong';
}

/** Only the server checks for names and common passwords. */
const checkedByServer = { names: [], common: new Set<string>() };

function passwordProblem(password: string): AccountProblem | null {
  if (password === '') return 'passwordMissing';
  const flaw = passwordFlaw(password, checkedByServer);
  if (flaw === null) return null;
  return flaw === 'tooShort' ? 'passwordShort' : 'passwordWrong';
}

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
