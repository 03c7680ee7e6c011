export type SignInOutcome =
  | 'signedIn'
  | 'secondFactor'
  | 'refused'
  | 'disabled'
  | 'unavailable'
  | 'network'
  | 'failed';

/** `words`: the server's message, where it says more than the outcome; of a challenge only for a new account. */
export type SignInResult = { outcome: SignInOutcome; words: string | null; challenge?: string };

/**
 * Signs in through NextAuth, whose cookie is our session. Replaces its `signIn`, which leaves the page when the server
 * can't answer.
 */
export async function signInWithPassword(
  account: string,
  password: string,
  keep: boolean,
): Promise<SignInResult> {
  try {
    const csrf = await fetch('/api/auth/csrf', { cache: 'no-store' });
    if (!csrf.ok) return await readSignInResult(csrf);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const response = await fetch('/api/auth/callback/password', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, account, password, keepSignedIn: String(keep) }),
    });
    return await readSignInResult(response);
  } catch {
    return { outcome: 'network', words: null };
  }
}

/** Too many tries; a page at another address than `BASE_URL`; a directory that refuses, or is away. */
const ourRefusals = [429, 403, 200, 502];

/** NextAuth answers with a URL whose query holds the outcome. */
async function readSignInResult(response: Response): Promise<SignInResult> {
  const json = (await response.json().catch(() => ({}))) as {
    url?: string;
    message?: string;
    code?: string;
    challenge?: string;
  };
  if (json.challenge) {
    const words = json.code === 'auth.unconfirmed' ? (json.message ?? null) : null;
    return { outcome: 'secondFactor', words, challenge: json.challenge };
  }
  const words = ourRefusals.includes(response.status) ? (json.message ?? null) : null;
  const query = json.url ? new URL(json.url, location.origin).searchParams : null;
  return { outcome: readOutcome(response.status, query), words };
}

function readOutcome(status: number, query: URLSearchParams | null): SignInOutcome {
  const code = query?.get('error');
  if (code === 'auth.loginFailed') return 'refused';
  if (code === 'auth.accountDisabled') return 'disabled';
  if (code === 'server.unavailable' || status === 503) return 'unavailable';
  return status === 200 && query && !code && !query.has('csrf') ? 'signedIn' : 'failed';
}
