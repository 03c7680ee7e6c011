import 'server-only';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const programs = new Map<ChildProcess, () => void>();
let isEnding = false;

/**
 * Resolves with the exit code of a program that ended by itself. Never does once all are ended together, so that
 * nobody starts it again.
 * @param end asks it to end
 */
export function followProgram(child: ChildProcess, end: () => void): Promise<number | null> {
  programs.set(child, end);
  if (isEnding) end();
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      programs.delete(child);
      reject(error);
    });
    child.once('exit', (code) => {
      programs.delete(child);
      if (!isEnding) resolve(code);
    });
  });
}

/** Ends the embedded PostgreSQL and what makes it, at any moment of a start. The process has to end next. */
export async function endPrograms(): Promise<void> {
  isEnding = true;
  const ends = [...programs].map(([child, end]) => {
    const over = once(child, 'exit');
    end();
    return over;
  });
  await Promise.all(ends);
}
