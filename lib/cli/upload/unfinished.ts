import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseJson } from '@/lib/cli/call';
import { Failure } from '@/lib/cli/failure';
import { ignoreSystemErrors, readJson, userFolders, writeSecret } from '@/lib/cli/user-folders';
import { KeptSalts } from './kept-salts';

/**
 * `share` is null until the server has answered. `key` opens a sealed share, so that its upload can go on; `creations` is
 * the secret part of the keys of its creations.
 */
type StoredRun = {
  server: string;
  share: string | null;
  process: number;
  begunAt: number;
  key?: string;
  creations?: string;
  receipt?: string;
};

const newSecret = () => randomBytes(24).toString('base64url');

const maxAgeMs = 14 * 24 * 3600_000;

/** State of an interrupted command. The same arguments in the same folder resume the same share. */
export class UnfinishedSend {
  #file: string;
  #urls: string;
  #creations: string;
  #receipt: string | null;

  /** Of a sealed one. */
  readonly salts: KeptSalts;

  constructor(args: string[]) {
    const name = createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 32);
    const place = path.join(userFolders.state, 'sends', name);
    this.#file = `${place}.json`;
    this.#urls = `${place}.urls`;
    this.#creations = this.#storedRun()?.creations ?? newSecret();
    this.#receipt = this.#storedRun()?.receipt ?? null;
    this.salts = new KeptSalts(place);
  }

  #storedRun(): StoredRun | null {
    const stored = readJson<StoredRun>(this.#file);
    return stored && Date.now() - stored.begunAt < maxAgeMs ? stored : null;
  }

  /** The same for the same words in the next run, whose creation then makes nothing twice. */
  creationKey(words: string): string {
    return createHash('sha256').update(`${this.#creations} ${words}`).digest('base64url');
  }

  /** Makes the next share another than the one that can't go on. */
  startOver(): void {
    this.#creations = newSecret();
    this.#receipt = null;
  }

  /** @throws Failure while the same command runs */
  share(): string | null {
    const stored = readJson<StoredRun>(this.#file);
    if (!stored) return null;
    if (stored.process !== process.pid && isRunning(stored.process))
      throw new Failure(`The same command is already running, as process ${stored.process}.`);
    return this.#storedRun()?.share ?? null;
  }

  key(): string | null {
    return readJson<StoredRun>(this.#file)?.key ?? null;
  }

  /** Of a delivery. Kept with what `begin` writes. */
  receipt(): string | null {
    return this.#receipt;
  }

  noteReceipt(receipt: string): void {
    this.#receipt = receipt || null;
  }

  begin(server: string, share: string | null, key?: string): void {
    const run: StoredRun = {
      server,
      share,
      process: process.pid,
      begunAt: Date.now(),
      creations: this.#creations,
      ...(key && { key }),
      ...(this.#receipt !== null && { receipt: this.#receipt }),
    };
    ignoreSystemErrors(() => writeSecret(this.#file, run));
  }

  /** Upload URLs by file, for deliveries, which can't list them. One line each, so a crash spoils one. */
  urls(): Map<string, string> {
    const lines = fs.existsSync(this.#urls) ? fs.readFileSync(this.#urls, 'utf8').split('\n') : [];
    return new Map(lines.map(parseJson).filter(Array.isArray) as [string, string][]);
  }

  noteUrl(key: string, url: string): void {
    const line = `\n${JSON.stringify([key, url])}`;
    ignoreSystemErrors(() => fs.appendFileSync(this.#urls, line, { mode: 0o600 }));
  }

  end(): void {
    this.startOver();
    for (const file of [this.#file, this.#urls]) ignoreSystemErrors(() => fs.rmSync(file, { force: true }));
    this.salts.clear();
  }
}

/** The number of a process that has ended may be another program's by now, as soon happens in containers. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return commandOf(id)?.includes('send') ?? true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Null where the system has no such file. */
function commandOf(id: number): string | null {
  try {
    return fs.readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return null;
  }
}
