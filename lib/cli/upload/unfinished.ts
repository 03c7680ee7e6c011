import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure';
import { places, readJson, writeSecret } from '../places';

type Kept = { server: string; share: string; process: number; begunAt: number };

const longestMs = 14 * 24 * 3600_000;

/**
 * What a command left when it was killed, found by the command itself: the same words in the same folder go on with the
 * same share. Which files are there already is asked of the server, or read from `urls`.
 */
export class Unfinished {
  #file: string;
  #urls: string;

  constructor(words: string[]) {
    const name = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
    this.#file = path.join(places.state, 'sends', `${name}.json`);
    this.#urls = path.join(places.state, 'sends', `${name}.urls`);
  }

  /** @throws Failure while the same command runs */
  share(): string | null {
    const kept = readJson<Kept>(this.#file);
    if (!kept) return null;
    if (kept.process !== process.pid && isRunning(kept.process))
      throw new Failure(`The same command is already running, as process ${kept.process}.`);
    return Date.now() - kept.begunAt < longestMs ? kept.share : null;
  }

  begin(server: string, share: string): void {
    writeSecret(this.#file, { server, share, process: process.pid, begunAt: Date.now() } satisfies Kept);
  }

  /** Where uploads are, for those who can't ask: one line each, so that a crash costs none but the last. */
  urls(): Map<string, string> {
    const lines = fs.existsSync(this.#urls)
      ? fs.readFileSync(this.#urls, 'utf8').split('\n').slice(0, -1)
      : [];
    return new Map(lines.map((line) => JSON.parse(line) as [string, string]));
  }

  noteUrl(key: string, url: string): void {
    fs.appendFileSync(this.#urls, `${JSON.stringify([key, url])}\n`, { mode: 0o600 });
  }

  end(): void {
    for (const file of [this.#file, this.#urls]) fs.rmSync(file, { force: true });
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
