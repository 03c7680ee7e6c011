import type { Browser } from '@playwright/test';
import { paths, serverPaths } from '@/lib/paths';
import { contextFor, looks } from '@/testing/screens/looks';
import { TestServer } from '@/testing/server/test-server';

const address = 'https://login.example.org';
const client = { clientId: 'slipway', clientSecret: 'of no account' };
const providers = [
  { id: 'work', name: 'Harbour Club', icon: '/icon.svg', issuer: address, ...client },
  { id: 'keycloak', name: 'Keycloak', issuer: address, ...client },
  { id: 'university', name: 'University of the Northern Coast', issuer: address, ...client },
];
const env = { OAUTH_PROVIDERS: JSON.stringify(providers), SIGNUP_MODE: 'open' };

const servers = {
  providers: env,
  hidden: {
    ...env,
    HIDE_LOGIN_FORM: 'true',
    SIGNUP_MODE: 'closed',
    WELCOME_MESSAGE: 'Files of the **Harbour Club**.',
  },
  proxy: { PROXY_AUTH: 'true', TRUSTED_PROXIES: '127.0.0.1' },
};
const failed = serverPaths.externalLogin({ back: null, code: 'auth.providerAway', provider: 'work' });

export async function shootWaysIn(browser: Browser, folder: string): Promise<void> {
  for (const [name, settings] of Object.entries(servers)) {
    const server = await TestServer.make({ env: settings });
    try {
      await server.start();
      const pages = { [name]: paths.login(), ...(name === 'providers' && { away: failed }) };
      for (const [page, path] of Object.entries(pages))
        await shoot(browser, `${folder}/login-${page}`, server.url + path);
    } finally {
      await server.remove();
    }
  }
}

async function shoot(browser: Browser, file: string, url: string): Promise<void> {
  for (const [name, look] of Object.entries(looks)) {
    const context = await contextFor(browser, look, { url, token: null });
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.screenshot({ path: `${file}-${name}.png`, animations: 'disabled', caret: 'hide' });
    await context.close();
  }
}
