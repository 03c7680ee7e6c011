/** Operations of the browser itself. Everything else runs in the page (`Person`). */
export interface Driver {
  readonly name: string;
  /** The folder of what it saves. */
  readonly downloads: string;
  resize(width: number, height: number): Promise<void>;
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  evaluate(expression: string): Promise<unknown>;
  pressAt(x: number, y: number, times?: 1 | 2): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses files of this machine in the page's first field for files. */
  choose(files: string[]): Promise<void>;
  key(name: Key): Promise<void>;
  screenshot(file: string): Promise<void>;
  forgetCookies(): Promise<void>;
  close(): Promise<void>;
}

export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowRight';
