import { choiceCookieNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import type { Driver } from './driver';
import { Person } from './person';

type WalkOptions = { width: number; name: string; theme: 'light' | 'dark' };

export class Walk {
  readonly person: Person;
  readonly width: number;
  readonly #prefix: string;
  readonly #pictures: string;
  readonly #driver: Driver;
  readonly #theme: string;

  constructor(driver: Driver, base: string, { width, name, theme }: WalkOptions) {
    this.#driver = driver;
    this.#theme = theme;
    this.person = new Person(driver, base);
    this.width = width;
    this.#prefix = `${driver.name} ${width}  ${name}: `;
    this.#pictures = `test-results/browsers/${driver.name}-${width}-${name}${theme === 'dark' ? '-dark' : ''}`;
  }

  async chooseTheme(): Promise<void> {
    await this.person.open(paths.login());
    await this.#driver.evaluate(
      `void (document.cookie = '${choiceCookieNames.theme}=${this.#theme}; path=/')`,
    );
  }

  readonly say = (line: string): void => {
    process.stdout.write(`${this.#prefix}${line}\n`);
  };

  readonly picture = (name: string): Promise<void> =>
    this.#driver.screenshot(`${this.#pictures}-${name}.png`);
}
