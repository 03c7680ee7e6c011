import type { Driver } from './driver';
import { Person } from './person';

/** One journey in one browser: who walks it, and what is told of it. */
export class Walk {
  readonly person: Person;
  readonly width: number;
  readonly #prefix: string;
  readonly #pictures: string;
  readonly #driver: Driver;

  constructor(driver: Driver, base: string, { width, name }: { width: number; name: string }) {
    this.#driver = driver;
    this.person = new Person(driver, base);
    this.width = width;
    this.#prefix = `${driver.name} ${width}  ${name}: `;
    this.#pictures = `test-results/browsers/${driver.name}-${width}-${name}`;
  }

  /** A line for something that was walked to its end. */
  readonly say = (line: string): void => {
    process.stdout.write(`${this.#prefix}${line}\n`);
  };

  readonly picture = (name: string): Promise<void> =>
    this.#driver.screenshot(`${this.#pictures}-${name}.png`);
}
