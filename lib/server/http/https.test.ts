import { expect, test, vi } from 'vitest';

async function headersAt(baseUrl: string) {
  vi.resetModules();
  vi.stubEnv('BASE_URL', baseUrl);
  const [{ securityHeaders, viewerHeaders }, cookies] = await Promise.all([
    import('./browser-rules'),
    import('./cookies'),
  ]);
  const headers = [null, 'nonce'].map((nonce) => Object.fromEntries(securityHeaders(nonce)));
  return {
    headers: [...headers, Object.fromEntries(viewerHeaders())],
    cookies: [
      cookies.sessionCookie('token', true),
      cookies.sessionCookie('token', false),
      cookies.endedSessionCookie(),
      cookies.openCookie('visit', 'link', 'value', 1_000),
      cookies.openCookie('password', 'link', 'value', 1_000),
      cookies.pageVisitCookie('link', 'value', 1_000),
    ],
  };
}

test('where there is https, browsers are told to stay there, and secrets go no other way', async () => {
  const { headers, cookies } = await headersAt('https://files.example.org');
  for (const answer of headers) {
    expect(answer['Strict-Transport-Security']).toBe('max-age=31536000; includeSubDomains');
  }
  for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=(Strict|Lax)$/);
});

test('without https, no answer demands it', async () => {
  const { headers, cookies } = await headersAt('http://localhost:3000');
  for (const answer of headers) expect(answer).not.toHaveProperty('Strict-Transport-Security');
  for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; SameSite=(Strict|Lax)$/);
});

test('proofs of a visitor go to the calls of their link and to no other', async () => {
  const { cookies } = await headersAt('https://files.example.org');
  expect(cookies[3]).toMatch(/; Path=\/api\/v2\/open\/share\/link; .*SameSite=Strict$/);
  expect(cookies[5]).toMatch(/; Path=\/app\/open\/link; /);
});

test('the cookie of a session outlasts the browser only where the person chose so', async () => {
  const { cookies } = await headersAt('https://files.example.org');
  expect(cookies[0]).toMatch(/^sharry_auth=token; Max-Age=2592120; /);
  expect(cookies[1]).not.toMatch(/max-age|expires/i);
  expect(cookies[2]).toMatch(/^sharry_auth=; Max-Age=0; /);
});

test('a picture of the installation’s own may come from its place, and nothing else from there', async () => {
  vi.stubEnv('LOGO_URL', 'https://pictures.example.org/logo.svg');
  const { headers } = await headersAt('https://files.example.org');
  const policy = String(headers[1]?.['Content-Security-Policy']);
  expect(policy).toContain("img-src 'self' data: blob: https://pictures.example.org;");
  expect(policy.match(/pictures/g)).toHaveLength(1);
});

test('the page that draws PDFs may load its script from ours by name, for WebKit’s opaque origin isn’t itself', async () => {
  const { headers } = await headersAt('https://files.example.org');
  const policy = String(headers[2]?.['Content-Security-Policy']);
  expect(policy).toContain("script-src 'self' https://files.example.org 'wasm-unsafe-eval';");
  expect(policy).toContain('sandbox allow-scripts;');
});
