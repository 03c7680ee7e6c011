export type SignInOutcome = 'signedIn' | 'refused' | 'disabled' | 'unavailable' | 'network' | 'failed';

/** `words` is the server's own sentence, where it says more than the outcome. */
export type SignInAnswer = { outcome: SignInOutcome; words: string | null };

/**
 * Signs in through NextAuth, whose cookie is our session. These are the two requests of its own `signIn`, which
 * however leaves the page when the server can't answer; here that is an outcome like the others.
 */
export async function signInWithPassword(
  account: string,
  password: string,
  keep: boolean,
): Promise<SignInAnswer> {
  try {
    const csrf = await fetch('/api/auth/csrf', { cache: 'no-store' });
    if (!csrf.ok) return await answerOf(csrf);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const response = await fetch('/api/auth/callback/password', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, account, password, keepSignedIn: String(keep) }),
    });
    return await answerOf(response);
  } catch {
    return { outcome: 'network', words: null };
  }
}

/** Too many tries, and a page at another address than `BASE_URL`. */
const ourRefusals = [429, 403];

/** NextAuth answers with a URL; what we refuse ourselves looks like any other refusal. */
async function answerOf(response: Response): Promise<SignInAnswer> {
  const json = (await response.json().catch(() => ({}))) as { url?: string; message?: string };
  const words = ourRefusals.includes(response.status) ? (json.message ?? null) : null;
  const said = json.url ? new URL(json.url, location.origin).searchParams : null;
  return { outcome: outcomeOf(response.status, said), words };
}

function outcomeOf(status: number, said: URLSearchParams | null): SignInOutcome {
  const code = said?.get('error');
  if (code === 'auth.loginFailed') return 'refused';
  if (code === 'auth.accountDisabled') return 'disabled';
  if (code === 'server.unavailable' || status === 503) return 'unavailable';
  return status === 200 && said && !code && !said.has('csrf') ? 'signedIn' : 'failed';
}
