import type { AccountDetail } from '@/lib/contract/account';
import { passwordFlaw } from '@/lib/domain/account/account-password';
import { isLogin, normalLogin } from '@/lib/domain/ident';
import { maxCount } from '@/lib/domain/limits';
import { isEmailOrNone } from '@/lib/domain/mail/email';
import { exactBytes, parseBytes } from '@/lib/domain/units';

/** What the form holds, as it is typed. */
export type AccountDraft = {
  login: string;
  email: string;
  password: string;
  state: AccountDetail['state'];
  admin: boolean;
  /** Such as 20G; "" for the installation's limit, 0 for none. */
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

/** The values that the form has read, as the server compares them. */
export const readOf = ({ email, state, admin, maxBytes, maxFiles }: AccountDetail) => ({
  email,
  state,
  admin,
  maxBytes,
  maxFiles,
});

export type Problem =
  | 'loginMissing'
  | 'loginWrong'
  | 'emailWrong'
  | 'passwordMissing'
  | 'passwordShort'
  | 'passwordWrong'
  | 'sizeWrong'
  | 'filesWrong';
export type Problems = Partial<Record<'login' | 'email' | 'password' | 'maxSize' | 'maxFiles', Problem>>;

const isCount = (text: string) => /^\s*\d+\s*$/.test(text) && Number(text) <= maxCount;

/** A draft's limits as the server takes them. */
export const limitsOf = ({ maxSize, maxFiles }: AccountDraft) => ({
  maxBytes: maxSize.trim() === '' ? null : parseBytes(maxSize),
  maxFiles: maxFiles.trim() === '' ? null : Number(maxFiles),
});

/** What is wrong, by the server's own rules. In a draft of an existing account no password means the old one. */
export function problemsOf(draft: AccountDraft, { isNew }: { isNew: boolean }): Problems {
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
