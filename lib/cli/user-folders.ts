import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isSystemError } from './failure';

const { env } = process;

const under = (name: string, ...otherwise: string[]) =>
  path.join(env[name] || path.join(homeFolder(), ...otherwise), 'slipway');

/** Containers run as users that the system doesn't know. */
function homeFolder(): string {
  try {
    return os.homedir();
  } catch {
    return '/nonexistent';
  }
}

/** Follows the XDG Base Directory Specification; below APPDATA on Windows. */
export const userFolders =
  process.platform === 'win32'
    ? { config: under('APPDATA', 'AppData', 'Roaming'), state: under('LOCALAPPDATA', 'AppData', 'Local') }
    : { config: under('XDG_CONFIG_HOME', '.config'), state: under('XDG_STATE_HOME', '.local', 'state') };

/** Readable by its owner only; written atomically. */
export function writeSecret(file: string, content: unknown): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(draft, file);
}

/** For files that a command does without: it only can't be resumed then. */
export function ignoreSystemErrors(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

export function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}
