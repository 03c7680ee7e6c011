import type { PasswordFlaw } from '@/lib/domain/account/account-password';
import { isLogin, normalLogin } from '@/lib/domain/ident';

export type Registration = { login: string; password: string; repeat: string; invite: string };
export type RegistrationProblem = 'required' | 'login' | 'mismatch' | 'invite' | PasswordFlaw;

type Rules = { needsInvite: boolean; flaw: PasswordFlaw | null };

/** All that keeps the form from being sent, in the order of its fields; each at the field where it is mended. */
export function problemsOf(
  { login, password, repeat, invite }: Registration,
  { needsInvite, flaw }: Rules,
): { at: keyof Registration; problem: RegistrationProblem }[] {
  const found: { at: keyof Registration; problem: RegistrationProblem }[] = [];
  for (const [at, value] of Object.entries({ login, password, repeat })) {
    if (value === '') found.push({ at: at as keyof Registration, problem: 'required' });
  }
  if (login !== '' && !isLogin(normalLogin(login))) found.push({ at: 'login', problem: 'login' });
  if (password !== '' && flaw) found.push({ at: 'password', problem: flaw });
  if (repeat !== '' && repeat !== password) found.push({ at: 'repeat', problem: 'mismatch' });
  if (needsInvite && invite.trim() === '') found.push({ at: 'invite', problem: 'invite' });
  return found;
}

/** The key in a link such as `…/app/register#invite=KEY`. */
export const inviteIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get('invite') ?? '';
