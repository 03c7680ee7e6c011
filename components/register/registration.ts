import type { PasswordFlaw } from '@/lib/domain/account/account-password';
import { isNewLogin, normalLogin } from '@/lib/domain/ident';

export type RegistrationDraft = Record<'login' | 'email' | 'password' | 'repeat' | 'invite', string>;
export type RegistrationProblem = 'required' | 'login' | 'mismatch' | 'invite' | PasswordFlaw;

export function problemsOf(
  { login, email, password, repeat, invite }: RegistrationDraft,
  { needsInvite, needsEmail, flaw }: { needsInvite: boolean; needsEmail: boolean; flaw: PasswordFlaw | null },
): { at: keyof RegistrationDraft; problem: RegistrationProblem }[] {
  const found: { at: keyof RegistrationDraft; problem: RegistrationProblem }[] = [];
  for (const [at, value] of Object.entries({ login, ...(needsEmail && { email }), password, repeat })) {
    if (value === '') found.push({ at: at as keyof RegistrationDraft, problem: 'required' });
  }
  if (login !== '' && !isNewLogin(normalLogin(login))) found.push({ at: 'login', problem: 'login' });
  if (password !== '' && flaw) found.push({ at: 'password', problem: flaw });
  if (repeat !== '' && repeat !== password) found.push({ at: 'repeat', problem: 'mismatch' });
  if (needsInvite && invite.trim() === '') found.push({ at: 'invite', problem: 'invite' });
  return found;
}

/** Reads the key from the fragment of a link such as `…/app/register#invite=KEY`, or `mailed=KEY`. */
export function inviteIn(hash: string): { key: string; isMailed: boolean } {
  const part = new URLSearchParams(hash.slice(1));
  const mailed = part.get('mailed');
  return { key: mailed ?? part.get('invite') ?? '', isMailed: mailed !== null };
}
