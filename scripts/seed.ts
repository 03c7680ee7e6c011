// Writes the story anew: what belongs to it is replaced, what else is in the database stays.

import { systemContext } from '@/lib/server/container';
import { prepare } from '@/lib/server/runtime/prepare';
import { writeStory } from './seed/write';

process.env.DATA_DIR ||= '.data';
process.env.ADMIN_LOGIN ||= 'ada';
process.env.ADMIN_PASSWORD ||= 'ada-ada-ada';
const say = (line: string) => process.stdout.write(`${line}\n`);

const prepared = await prepare(say);
try {
  const { accounts, shares, files } = await writeStory(systemContext());
  say(`The story is written: ${accounts} accounts, ${shares} shares, ${files} files.`);
} finally {
  await prepared.stop();
}
