import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '@/testing/server/test-server';
import { client, type IdentityProvider, resumeUrl } from './identity-provider';
import { closed } from './openid-provider';

type AuthorizationCode = { person: string; challenge: string; redirectUri: string };

/**
 * Plain OAuth2 like GitHub's: no discovery, form-encoded tokens, errors with status 200, numeric ids, and identity only
 * by the user endpoint.
 */
export async function hub(serverUrl: string): Promise<IdentityProvider> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const id = 'hub';
  const codes = new Map<string, AuthorizationCode>();
  const tokens = new Map<string, string>();

  const authorize = (res: ServerResponse, search: URLSearchParams) => {
    const redirectUri = search.get('redirect_uri') ?? '';
    const isOurs = redirectUri === resumeUrl(serverUrl, id) && search.get('client_id') === client.clientId;
    if (!isOurs || search.get('code_challenge_method') !== 'S256') return res.writeHead(400).end();
    const person = search.get('person');
    if (!person) return res.setHeader('content-type', 'text/html').end(page(search));
    const back = new URL(redirectUri);
    const code = randomBytes(12).toString('hex');
    codes.set(code, { person, challenge: search.get('code_challenge') ?? '', redirectUri });
    const isDenied = person === 'nobody';
    if (isDenied) back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', code);
    back.searchParams.set('state', search.get('state') ?? '');
    return res.writeHead(302, { location: back.href }).end();
  };

  const token = (res: ServerResponse, form: URLSearchParams) => {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      form.get('client_secret') === client.clientSecret &&
      code?.challenge === proof &&
      code.redirectUri === form.get('redirect_uri');
    res.setHeader('content-type', 'application/x-www-form-urlencoded; charset=utf-8');
    if (code?.person === 'unlucky') return res.writeHead(503).end();
    if (!code || !isRight) return res.end('error=bad_verification_code&error_description=Wrong+or+over.');
    const access = randomBytes(12).toString('hex');
    tokens.set(access, code.person);
    return res.end(new URLSearchParams({ access_token: access, scope: '', token_type: 'bearer' }).toString());
  };

  const user = (req: IncomingMessage, res: ServerResponse) => {
    const person = tokens.get(String(req.headers.authorization).replace(/^Bearer /, ''));
    if (!person) return res.writeHead(401).end();
    const said = { login: person, id: idOf(person), email: `${person}@example.org`, plan: { id: 1 } };
    return res.setHeader('content-type', 'application/json').end(JSON.stringify(said));
  };

  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', origin);
    if (pathname === '/login/oauth/authorize') return authorize(res, searchParams);
    if (pathname === '/login/oauth/access_token') return token(res, new URLSearchParams(await text(req)));
    return pathname === '/user' ? user(req, res) : res.writeHead(404).end();
  });
  const start = async () => {
    server.listen(port, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  };
  await start();
  return {
    id,
    name: 'Example Hub',
    entry: {
      id,
      name: 'Example Hub',
      authorizeUrl: `${origin}/login/oauth/authorize`,
      tokenUrl: `${origin}/login/oauth/access_token`,
      userUrl: `${origin}/user`,
      userIdKey: 'id',
      userNameKey: 'login',
      userEmailKey: 'email',
      ...client,
    },
    subjectOf: (person) => String(idOf(person)),
    start,
    stop: () => closed(server),
    signIn: async (page, person) => {
      await page.getByLabel('Person').fill(person);
      await page.getByRole('button').click();
    },
  };
}

/** A nine-digit number per person. */
const idOf = (person: string) =>
  Number.parseInt(createHash('sha256').update(person).digest('hex').slice(0, 7), 16);

function page(search: URLSearchParams): string {
  const kept = [...search].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  return `<!doctype html><form>${kept.join('')}<label>Person <input name="person"></label><button>Go</button></form>`;
}
