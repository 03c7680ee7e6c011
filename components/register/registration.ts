import type { PasswordFlaw } from '@/lib/domain/account/account-password';
import { isLogin, normalLogin } from '@/lib/domain/ident';

export type RegistrationDraft = { login: string; password: string; repeat: string; invite: string };
export type RegistrationProblem = 'required' | 'login' | 'mismatch' | 'invite' | PasswordFlaw;

export function problemsOf(
  { login, password, repeat, invite }: RegistrationDraft,
  { needsInvite, flaw }: { needsInvite: boolean; flaw: PasswordFlaw | null },
): { at: keyof RegistrationDraft; problem: RegistrationProblem }[] {
  const found: { at: keyof RegistrationDraft; problem: RegistrationProblem }[] = [];
  for (const [at, value] of Object.entries({ login, password, repeat })) {
    if (value === '') found.push({ at: at as keyof RegistrationDraft, problem: 'required' });
  }
  if (login !== '' && !isLogin(normalLogin(login))) found.push({ at: 'login', problem: 'login' });
  if (password !== '' && flaw) found.push({ at: 'password', problem: flaw });
  if (repeat !== '' && repeat !== password) found.push({ at: 'repeat', problem: 'mismatch' });
  if (needsInvite && invite.trim() === '') found.push({ at: 'invite', problem: 'invite' });
  return found;
}

/** Reads the key from the fragment of a link such as `…/app/register#invite=KEY`. */
export const inviteIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get('invite') ?? '';
