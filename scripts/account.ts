// What an operator may do to an account when no admin can; it may run while the installation does.
import { randomBytes } from 'node:crypto';
import { account } from '@/lib/contract/account/account';
import { AppError } from '@/lib/contract/errors';
import { operatorMessage } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import type { Context } from '@/lib/server/context';
import { invalidFromSchema } from '@/lib/server/http/invalid';
import { errorText } from '@/lib/server/http/refusal';
import { createAccount } from '@/lib/server/services/account/create';
import { changeByOperator } from '@/lib/server/services/account/modify';
import { createResetLink } from '@/lib/server/services/account-code/reset';
import { addressOfNode } from '@/lib/server/services/doctor/node-registration';
import { resetFactorByOperator } from '@/lib/server/services/factor/change';
import { endAllSessions } from '@/lib/server/services/session/end-all';
import { openDatabase } from './tools/database';
import { say } from './tools/say';

const usage = `npm run account -- list
npm run account -- create LOGIN   and prints a link to set its password
npm run account -- reset LOGIN    prints a link to set a new password, for 30 minutes and one use
npm run account -- disable LOGIN  ends its sessions and stops its links
npm run account -- enable LOGIN
npm run account -- admin LOGIN    enables it and makes it an admin
npm run account -- second-factor off LOGIN
npm run account -- end-all-sessions   ends everybody's sessions and access tokens, and what could become one
`;

type Command = (ctx: Context, login: string) => Promise<string>;

const commands = new Map<string, Command>([
  ['create', create],
  ['reset', resetLink],
  ['disable', (ctx, login) => changeByOperator(ctx, login, { state: 'Disabled', staysDisabled: true })],
  ['enable', (ctx, login) => changeByOperator(ctx, login, { state: 'Active' })],
  ['second-factor off', resetFactorByOperator],
  ['admin', (ctx, login) => changeByOperator(ctx, login, { state: 'Active', admin: true })],
]);

/** Where the address isn't in the settings at hand, a running node's is taken. */
async function resetLink(ctx: Context, login: string): Promise<string> {
  const { config } = ctx;
  const address = config.RAW.BASE_URL ? config.BASE_URL : await addressOfNode(ctx);
  if (address === null)
    process.stderr.write('The address of this server is unknown here: put it before the path.\n');
  return createResetLink({ ...ctx, config: { ...config, BASE_URL: address ?? '' } }, { login });
}

async function create(ctx: Context, name: string): Promise<string> {
  const wanted = {
    login: name,
    password: randomBytes(24).toString('base64url'),
    state: 'Active',
    admin: false,
  };
  const { data, error } = account.create.body.safeParse(wanted);
  if (!data) throw invalidFromSchema(error);
  await createAccount(ctx, data);
  return resetLink(ctx, data.login);
}

async function list({ db }: Context): Promise<string> {
  const rows = await db.account.findMany({ where: { deletingAt: null }, orderBy: { login: 'asc' } });
  const lines = rows.map(({ login, state, admin, source, email }) =>
    [login, state, admin ? 'admin' : 'user', source, email ?? '-'].join('\t'),
  );
  return lines.join('\n');
}

const commandsForAll = new Map<string, (ctx: Context) => Promise<string>>([
  ['list', list],
  ['end-all-sessions', async (ctx) => `Sessions and access tokens ended: ${await endAllSessions(ctx)}`],
]);

const words = process.argv.slice(2);
const forAll = commandsForAll.get(words.join(' '));
const login = words.pop() ?? '';
const command = forAll ?? commands.get(words.join(' '));
if (!command || login === '') {
  process.stderr.write(usage);
  process.exit(2);
}
try {
  const close = await openDatabase();
  say(await command(systemContext(), login).finally(close));
  process.exit(0);
} catch (error) {
  const isRefusal = error instanceof AppError;
  process.stderr.write(`\n${isRefusal ? errorText(error, 'en') : operatorMessage(error)}\n`);
  process.exit(isRefusal ? 1 : 2);
}
