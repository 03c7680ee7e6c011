import type { AccountDetail } from '@/lib/contract/account';
import { AccountPassword, Email, Login } from '@/lib/contract/person';

/** What the form holds, as it is typed. */
export type AccountDraft = {
  login: string;
  email: string;
  password: string;
  state: AccountDetail['state'];
  admin: boolean;
};

export const emptyDraft: AccountDraft = { login: '', email: '', password: '', state: 'Active', admin: false };

export const draftOf = ({ login, email, state, admin }: AccountDetail): AccountDraft => ({
  login,
  email: email ?? '',
  password: '',
  state,
  admin,
});

export type Problem =
  | 'loginMissing'
  | 'loginWrong'
  | 'emailWrong'
  | 'passwordMissing'
  | 'passwordShort'
  | 'passwordWrong';
export type Problems = Partial<Record<'login' | 'email' | 'password', Problem>>;

/** What is wrong, by the contract's own rules. In a draft of an existing account no password means the old one. */
export function problemsOf(draft: AccountDraft, { isNew }: { isNew: boolean }): Problems {
  const login = loginProblem(draft.login);
  const email = Email.safeParse(draft.email).success ? null : 'emailWrong';
  const password = draft.password === '' && !isNew ? null : passwordProblem(draft.password);
  return { ...(login && { login }), ...(email && { email }), ...(password && { password }) };
}

function loginProblem(login: string): Problem | null {
  if (login.trim() === '') return 'loginMissing';
  return Login.safeParse(login).success ? null : 'loginWrong';
}

function passwordProblem(password: string): Problem | null {
  if (password === '') return 'passwordMissing';
  if (AccountPassword.safeParse(password).success) return null;
  return password.length < 8 ? 'passwordShort' : 'passwordWrong';
}
