// Tools for where the files are; they may run while the installation does.
import { operatorMessage } from '@/lib/server/config';
import { check } from './storage/check';
import { copy } from './storage/copy';
import { openDatabase } from './tools/database';

const usage = `npm run storage -- copy --from disk --to s3    copies all files and reads each copy back
npm run storage -- copy --from s3 --to disk
npm run storage -- check [--verify] [--repair]  compares rows and files; --verify reads every one
`;

const [command, ...args] = process.argv.slice(2);
const tools: Record<string, (args: string[]) => Promise<boolean>> = { copy, check };
const tool = tools[command ?? ''];
if (!tool) {
  process.stderr.write(usage);
  process.exit(2);
}
try {
  const close = await openDatabase();
  const isFine = await tool(args).finally(close);
  process.exit(isFine ? 0 : 1);
} catch (error) {
  process.stderr.write(`\n${operatorMessage(error)}\n`);
  process.exit(2);
}
