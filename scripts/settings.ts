// What admins set in the browser, for operators without one; it may run while the installation does.
import { AppError } from '@/lib/contract/errors';
import { isSettingName } from '@/lib/domain/server-settings';
import { operatorMessage } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import { errorText } from '@/lib/server/http/refusal';
import { changeSettings } from '@/lib/server/services/server-settings/change';
import { listSettings } from '@/lib/server/services/server-settings/list';
import { openDatabase } from './tools/database';
import { say } from './tools/say';

const usage = `npm run settings -- list
npm run settings -- get NAME
npm run settings -- set NAME VALUE  as one writes it in .env
npm run settings -- unset NAME
`;

const [command = '', name = '', ...rest] = process.argv.slice(2);
if (name !== '' && !isSettingName(name))
  process.stderr.write(`${name} can’t be set here, but in the environment if it is a setting.\n`);

type Item = Awaited<ReturnType<typeof listSettings>>['items'][number];

function lineOf({ name, value, isSet, isFixed, isIgnored, fallback }: Item): string {
  const shown = isSet ? (value ?? '(secret)') : fallback;
  const source = isFixed ? 'environment' : isIgnored ? 'wrong, not used' : isSet ? 'set' : 'default';
  return `${name}=${shown.replaceAll('\n', '\\n')}  (${source})`;
}

/** @returns false for a command that there isn't */
async function run(): Promise<boolean> {
  const ctx = systemContext();
  if (!isSettingName(name)) {
    if (command !== 'list' || name !== '') return false;
    for (const item of (await listSettings(ctx)).items) say(lineOf(item));
    return true;
  }
  const value = command === 'set' ? rest.join(' ') : null;
  if (command === 'get')
    say((await listSettings(ctx)).items.filter((item) => item.name === name).map(lineOf)[0] ?? '');
  else if (command === 'unset' || value) await changeSettings(ctx, { changes: [{ name, value }] });
  else return false;
  return true;
}

try {
  const close = await openDatabase();
  if (await run().finally(close)) process.exit(0);
  process.stderr.write(usage);
  process.exit(2);
} catch (error) {
  const isRefusal = error instanceof AppError;
  process.stderr.write(`\n${isRefusal ? errorText(error, 'en') : operatorMessage(error)}\n`);
  process.exit(isRefusal ? 1 : 2);
}
