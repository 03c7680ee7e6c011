import password from '@inquirer/password';
import { Failure } from './failure';

// biome-ignore lint/style/noProcessEnv: set by users for scripts
export const knownPassword = (): string | undefined => process.env.SLIPWAY_PASSWORD || undefined;

/** Takes SLIPWAY_PASSWORD or typed input. Never an argument, which every process can read. */
export async function askPassword(question: string): Promise<string> {
  const known = knownPassword();
  if (known) return known;
  if (!canAsk())
    throw new Failure(`${question} There is no terminal to ask in: set SLIPWAY_PASSWORD.`, 'notAllowed');
  try {
    return await password({ message: question }, { output: process.stderr });
  } catch {
    throw new Failure('Stopped.');
  }
}

export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;
