import { setTimeout as delay } from 'node:timers/promises';
import type { Driver, Key } from './driver';
import { inPage } from './in-page';

/** Longer than anything takes on a busy machine. */
const patienceMs = 30_000;

type Role = 'img' | 'button' | 'link' | 'field' | 'heading' | 'row' | 'tab' | 'text';
export type InPage = ReturnType<typeof inPage>;
type Point = { x: number; y: number };

/** A person at a browser: presses visible things, types, and waits. */
export class Person {
  readonly #driver: Driver;
  readonly #base: string;

  constructor(driver: Driver, base: string) {
    this.#driver = driver;
    this.#base = base;
  }

  get browser(): Driver {
    return this.#driver;
  }

  async open(path: string): Promise<void> {
    await this.#driver.goto(this.#base + path);
    await this.until('the page is alive', () => this.run((page) => page.isAlive()));
  }

  async path(): Promise<string> {
    return new URL(await this.#driver.url()).pathname;
  }

  /** Runs a function in the page, with the tools of `in-page.ts`. */
  async run<A extends unknown[], T>(work: (page: InPage, ...args: A) => T, ...args: A): Promise<Awaited<T>> {
    const given = args.map((arg) => JSON.stringify(arg)).join(', ');
    const call = `(${work})((${inPage})()${given && `, ${given}`})`;
    return (await this.#driver.evaluate(
      `(() => { const __name = (f) => f; return ${call}; })()`,
    )) as Awaited<T>;
  }

  /** Waits for a condition, and names it when it never comes. */
  async until<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> {
    const end = Date.now() + patienceMs;
    let trouble = '';
    while (Date.now() < end) {
      try {
        const found = await look();
        if (found) return found;
      } catch (error) {
        trouble = ` (${error})`; // a page that is being left doesn't answer
      }
      await delay(50);
    }
    throw new Error(`Waited for: ${what}${trouble}; at ${await this.#driver.url()}`);
  }

  async sees(role: Role, name: string): Promise<void> {
    await this.#place(role, name);
  }

  async seesNo(role: Role, name: string): Promise<void> {
    const isGone = (page: InPage, role: Role, name: string) => page.find(role, name) === null;
    await this.until(`no ${role} ${name}`, () => this.run(isGone, role, name));
  }

  async press(role: Role, name: string, times: 1 | 2 = 1): Promise<void> {
    const { x, y } = await this.#place(role, name);
    await this.#driver.pressAt(x, y, times);
  }

  /**
   * Presses a row.
   * @returns the address that the row leads to
   */
  async pressRow(row: number, spot: 'middle' | 'last'): Promise<string> {
    const find = (page: InPage, row: number, spot: 'middle' | 'last') => page.placeInRow(row, spot);
    const { x, y, leads } = await this.until(`row ${row}`, () => this.run(find, row, spot));
    await this.#driver.pressAt(x, y);
    return leads;
  }

  async fill(name: string, text: string): Promise<void> {
    await this.press('field', name);
    await this.run((page, name: string) => page.chooseText(name), name);
    await this.#driver.type(text);
  }

  key(name: Key): Promise<void> {
    return this.#driver.key(name);
  }

  async at(pattern: RegExp): Promise<void> {
    await this.until(`the address ${pattern}`, async () => pattern.test(await this.#driver.url()));
  }

  /** Waits until an element stands still and can be pressed in its middle. */
  async #place(role: Role, name: string): Promise<Point> {
    const find = (page: InPage, role: Role, name: string) => page.placeOf(role, name);
    return this.until(`${role} “${name}”`, () => this.run(find, role, name));
  }
}
