import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { LoginForm } from './login-form';

/** @param answer of the sign-in, which isn't a call of the contract */
async function signIn(answer: () => Response) {
  const sent: URLSearchParams[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/csrf')) return Response.json({ csrfToken: 'token' });
    sent.push(init?.body as URLSearchParams);
    return answer();
  });
  const nothing = () => undefined;
  const { person } = mount(
    <LoginForm target="/app/home" keep problem={null} onChallenge={nothing}>
      {null}
    </LoginForm>,
    { viewer: null },
  );
  const login = screen.getByLabelText<HTMLInputElement>('Login');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  await person.type(login, 'ada');
  await person.type(password, 'a password');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  const alert = await screen.findByText(/./, { selector: 'form [role=alert] *, form [role=alert]' });
  return { said: alert.textContent, login, password, person, sent };
}

test('a wrong password is told in place, and the next one can be typed at once', async () => {
  const url = 'http://localhost:3000/api/auth/error?error=auth.loginFailed';
  const { said, login, password, person, sent } = await signIn(() => Response.json({ url }, { status: 401 }));
  expect(said).toBe('Login or password is wrong. Check capitals and spaces.');
  expect(document.activeElement).toBe(password);
  expect([login.value, password.value]).toEqual(['ada', '']);
  await person.keyboard('another{Enter}');
  await expect.poll(() => sent.length).toBe(2);
  expect(Object.fromEntries(sent[1] ?? [])).toEqual({
    csrfToken: 'token',
    account: 'ada',
    password: 'another',
    keepSignedIn: 'true',
  });
});

test('a server without its database does not blame the password', async () => {
  const { said, login, password } = await signIn(() => Response.json({}, { status: 503 }));
  expect(said).toContain('can’t check this right now');
  expect([login.value, password.value]).toEqual(['ada', '']);
});

test('the server’s refusal before the password is checked is shown in its words', async () => {
  const message = 'Its address differs from the BASE_URL.';
  expect((await signIn(() => Response.json({ message }, { status: 403 }))).said).toBe(message);
});

test('after too many wrong passwords, the form says how long to wait', async () => {
  const { message } = refusal('limit.attempts', { unit: 'minutes', count: 5 });
  const { said } = await signIn(() => Response.json({ message }, { status: 429 }));
  expect(said).toBe('Too many attempts. Please try again in 5 minutes.');
});

test('the login form says that there is no network', async () => {
  const { said } = await signIn(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(said).toContain('can’t be reached');
});

test('empty fields are asked for, and nothing is sent', async () => {
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);
  const { person } = mount(
    <LoginForm target="/app/home" keep problem={null} onChallenge={() => undefined}>
      {null}
    </LoginForm>,
    { viewer: null },
  );
  await person.type(screen.getByLabelText('Login'), 'ada');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(sent).not.toHaveBeenCalled();
});

test('the password can be shown', async () => {
  const { person } = mount(
    <LoginForm target="/app/home" keep problem={null} onChallenge={() => undefined}>
      {null}
    </LoginForm>,
    { viewer: null },
  );
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect(password.type).toBe('password');
  await person.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.type).toBe('text');
});
