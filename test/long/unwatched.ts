import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '@/scripts/lib/chromium.mjs';

const patienceMs = 60 * 60_000;
const downloads = 'downloads';

/** A Chromium that works alone in between: a driver gets a copy of each request, which takes longer than sending it. */
export class UnwatchedChromium {
  readonly #program: ChildProcess;
  readonly #address: string;
  readonly #profile: string;
  #browser: Browser | null = null;

  constructor(program: ChildProcess, address: string, profile: string) {
    this.#program = program;
    this.#address = address;
    this.#profile = profile;
  }

  static async start(): Promise<UnwatchedChromium> {
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-chromium-'));
    const download = { default_directory: path.join(profile, downloads), prompt_for_download: false };
    fs.mkdirSync(path.join(profile, 'Default'));
    fs.writeFileSync(path.join(profile, 'Default', 'Preferences'), JSON.stringify({ download }));
    const args = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
    const program = spawn(findChromium() ?? '', [...args, ...chromiumFlags, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    for await (const line of createInterface({ input: program.stderr })) {
      const [, host] = /DevTools listening on ws:\/\/([^/]+)/.exec(line) ?? [];
      if (host) return new UnwatchedChromium(program, `http://${host}`, profile);
    }
    throw new Error('Chromium has ended');
  }

  /** Its one page, which stays when it is left alone. */
  async watch(): Promise<Page> {
    this.#browser ??= await chromium.connectOverCDP(this.#address);
    const page = this.#browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('there is no page');
    return page;
  }

  /** A file that it saves; the browser gives it this name once it is whole. */
  downloaded(name: string): string {
    return path.join(this.#profile, downloads, name);
  }

  async leave(): Promise<void> {
    await this.#browser?.close(); // disconnects
    this.#browser = null;
  }

  /** Returns once a page that nobody watches calls itself so: the browser tells titles without being watched. */
  async leaveUntil(title: string): Promise<void> {
    await this.leave();
    const endMs = performance.now() + patienceMs;
    while (performance.now() < endMs) {
      const pages = (await (await fetch(`${this.#address}/json/list`)).json()) as { title: string }[];
      if (pages.some((page) => page.title === title)) return;
      await delay(200);
    }
    throw new Error(`no page was called ${title}`);
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    const ended = once(this.#program, 'exit');
    process.kill(-(this.#program.pid ?? 0), 'SIGKILL'); // its children, too
    await ended;
    await rm(this.#profile, { recursive: true, force: true }).catch(() => undefined); // one may still write
  }
}
