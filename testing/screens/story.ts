import { spawnSync } from 'node:child_process';
import type { TestServer } from '../server/test-server';

export const ada = { login: 'ada', password: 'ada-ada-ada' };
const name = 'never.signed.in';
export const newcomer = { login: name, password: `${name}-${name}-${name}` };

export function seedStory({ databaseUrl, dataDir }: TestServer): void {
  const args = ['--conditions=react-server', '--import', 'tsx', 'scripts/seed.ts'];
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (status !== 0) throw new Error('The story could not be written.');
}
