import type { AccountDetail } from '@/lib/contract/account';
import { passwordFlaw } from '@/lib/domain/account-password';
import { isEmailOrNone } from '@/lib/domain/email';
import { isLogin, normalLogin } from '@/lib/domain/ident';

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

/** What is wrong, by the server's own rules. In a draft of an existing account no password means the old one. */
export function problemsOf(draft: AccountDraft, { isNew }: { isNew: boolean }): Problems {
  const login = loginProblem(draft.login);
  const email = isEmailOrNone(draft.email) ? null : 'emailWrong';
  const password = draft.password === '' && !isNew ? null : passwordProblem(draft.password);
  return { ...(login && { login }), ...(email && { email }), ...(password && { password }) };
}

function loginProblem(login: string): Problem | null {
  if (login.trim() === '') return 'loginMissing';
  return isLogin(normalLogin(login)) ? null : 'loginWrong';
}

/** Which passwords are guessed first the server looks up when it gets one. */
const serverKnows = { names: [], common: new Set<string>() };

function passwordProblem(password: string): Problem | null {
  if (password === '') return 'passwordMissing';
  const flaw = passwordFlaw(password, serverKnows);
  if (flaw === null) return null;
  return flaw === 'tooShort' ? 'passwordShort' : 'passwordWrong';
}
