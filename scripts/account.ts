// What an operator may do to an account when no admin can; it may run while the installation does.
import { AppError } from '@/lib/contract/errors';
import { translator } from '@/lib/i18n/translator';
import { operatorMessage } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import type { Context } from '@/lib/server/context';
import { changeByOperator } from '@/lib/server/services/account/modify';
import { createResetLink } from '@/lib/server/services/account-code/reset';
import { resetFactorByOperator } from '@/lib/server/services/factor/change';
import { openDatabase } from './tools/database';
import { say } from './tools/say';

const usage = `npm run account -- reset LOGIN    prints a link to set a new password, for 30 minutes and one use
npm run account -- disable LOGIN  ends its sessions and stops its links
npm run account -- enable LOGIN
npm run account -- admin LOGIN    enables it and makes it an admin
npm run account -- second-factor off LOGIN
`;

type Command = (ctx: Context, login: string) => Promise<string>;

const commands = new Map<string, Command>([
  ['reset', (ctx, login) => createResetLink(ctx, { login })],
  ['disable', (ctx, login) => changeByOperator(ctx, login, { state: 'Disabled' })],
  ['enable', (ctx, login) => changeByOperator(ctx, login, { state: 'Active' })],
  ['second-factor off', resetFactorByOperator],
  ['admin', (ctx, login) => changeByOperator(ctx, login, { state: 'Active', admin: true })],
]);

const words = process.argv.slice(2);
const login = words.pop() ?? '';
const command = commands.get(words.join(' '));
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
  process.stderr.write(
    `\n${isRefusal ? translator('en')(`errors.${error.code}`, error.values as Record<string, string>) : operatorMessage(error)}\n`,
  );
  process.exit(isRefusal ? 1 : 2);
}
