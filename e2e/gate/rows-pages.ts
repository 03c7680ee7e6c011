import { type MatrixRow, row } from './row';
import { anyone, anyoneHere, pageForAccounts, pageForAdmins, pageForManagers } from './rules';

const elsewhere = { answer: 307 };

export const pageRows: Record<string, MatrixRow> = {
  'GET /': row(anyone, elsewhere),
  'GET /app/[[...rest]]': row(anyone, elsewhere),
  'GET /[...rest]': row(anyone, { answer: 404 }),
  'GET /app/login': row(anyone),
  'GET /app/register': row(anyone),
  'GET /app/second-factor': row(anyone, elsewhere),
  'GET /app/forgot': row(anyone),
  'GET /app/reset': row(anyone),
  'GET /app/confirm': row(anyone),
  'GET /app/ending': row(anyone),
  'GET /app/receipt': row(anyone),
  'GET /app/info/{n}': row(anyone),
  'GET /app/legal/{page}': row(anyone, { answer: 404 }),
  'GET /brand/{id}': row(anyone, { answer: 404 }),
  'GET /app/open/{id}': row(anyone, { isPublic: true }),
  'GET /app/share/{id}': row(anyone, { isPublic: true }),
  'GET /api/doc': row(anyone),
  'GET /api/doc/guide': row(anyone),

  'GET /app/home': row(pageForAccounts),
  'GET /app/settings': row(pageForAccounts),
  'GET /app/settings/security': row(pageForAccounts),
  'GET /app/settings/leave': row(pageForAccounts),
  'GET /app/settings/data': row(pageForAccounts),
  'GET /app/settings/access': row(pageForAccounts),
  'GET /app/settings/notifications': row(pageForAccounts),
  'GET /app/settings/webhooks': row(pageForAccounts),
  'GET /app/device': row(pageForAccounts),
  'GET /app/receive': row(pageForAccounts),
  'GET /app/uploads': row(pageForAccounts),
  'GET /app/received': row(pageForAccounts),
  'GET /app/share': row(pageForAccounts),
  'GET /app/upload/{id}': row(pageForManagers),
  'GET /app/alias': row(pageForAccounts),
  'GET /app/alias/new': row(pageForAccounts),
  'GET /app/alias/{id}': row(pageForManagers),
  'GET /app/oversight': row(pageForAdmins),
  'GET /app/oversight/reports': row(pageForAdmins),
  'GET /app/oversight/inboxes': row(pageForAdmins),
  'GET /app/oversight/quarantine': row(pageForAdmins),

  'GET /app/account': row(pageForAdmins),
  'GET /app/account/new': row(pageForAdmins),
  'GET /app/account/{id}': row(pageForAdmins),
  'GET /app/audit': row(pageForAdmins),
  'GET /app/doctor': row(pageForAdmins),
  'GET /app/server': row(pageForAdmins),
  'GET /app/newinvite': row(pageForAdmins),

  'GET /api/auth/csrf': row(anyone),
  'POST /api/auth/callback/password': row(anyoneHere),
  ...Object.fromEntries(
    ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => [
      `${method} /api/[[...rest]]`,
      row(anyone, { answer: 'request.notFound' }),
    ]),
  ),
};
