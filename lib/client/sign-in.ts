export type SignInOutcome = 'signedIn' | 'refused' | 'unavailable' | 'network' | 'failed';

/**
 * Signs in through NextAuth, whose cookie is our session. These are the two requests of its own `signIn`, which
 * however leaves the page when the server can't answer; here that is an outcome like the others.
 */
export async function signInWithPassword(account: string, password: string): Promise<SignInOutcome> {
  try {
    const csrf = await fetch('/api/auth/csrf', { cache: 'no-store' });
    if (!csrf.ok) return outcomeOf(csrf.status, null);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const response = await fetch('/api/auth/callback/password', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, account, password, callbackUrl: '/app/home', json: 'true' }),
    });
    const { url } = (await response.json().catch(() => ({}))) as { url?: string };
    return outcomeOf(response.status, url ? new URL(url, location.origin).searchParams : null);
  } catch {
    return 'network';
  }
}

function outcomeOf(status: number, said: URLSearchParams | null): SignInOutcome {
  const code = said?.get('error');
  if (code === 'auth.loginFailed') return 'refused';
  if (code === 'server.unavailable' || status === 503) return 'unavailable';
  return status === 200 && said && !code && !said.has('csrf') ? 'signedIn' : 'failed';
}
