// What admins set in the browser, for operators without one; it may run while the installation does.
import { AppError } from '@/lib/contract/errors';
import { isSettingName, type SettingName } from '@/lib/domain/server-settings';
import { formatBytes } from '@/lib/domain/units';
import { BadConfiguration, operatorMessage } from '@/lib/server/config';
import { variables } from '@/lib/server/config/variables';
import { systemContext } from '@/lib/server/container';
import { errorText } from '@/lib/server/http/refusal';
import { changeSettings } from '@/lib/server/services/server-settings/change';
import { listSettings } from '@/lib/server/services/server-settings/list';
import { openDatabase } from './tools/database';
import { say } from './tools/say';

const usage = `npm run settings -- list
npm run settings -- get NAME
npm run settings -- set NAME VALUE  as one writes it in .env; --yes where it asks
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

/** @throws BadConfiguration for a size without a unit, which people rarely mean as bytes */
function checkUnit(setting: SettingName, value: string): void {
  if (variables[setting].meta()?.kind !== 'size' || !/^[1-9]\d*$/.test(value.trim())) return;
  throw new BadConfiguration(
    `${setting} would be ${formatBytes(Number(value))}. If you mean that, add --yes; else say ${value}M or ${value}G.`,
  );
}

/** @returns false for a command that there isn't */
async function run(): Promise<boolean> {
  if (isSettingName(name)) return runOn(name);
  if (command !== 'list' || name !== '') return false;
  for (const item of (await listSettings(systemContext())).items) say(lineOf(item));
  return true;
}

async function runOn(setting: SettingName): Promise<boolean> {
  const ctx = systemContext();
  const value = command === 'set' ? rest.filter((word) => word !== '--yes').join(' ') : null;
  if (!['get', 'unset'].includes(command) && !value) return false;
  if (value && !rest.includes('--yes')) checkUnit(setting, value);
  if (command !== 'get') await changeSettings(ctx, { changes: [{ name: setting, value }] });
  say((await listSettings(ctx)).items.filter((item) => item.name === setting).map(lineOf)[0] ?? '');
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
