/** What both browsers can be asked for; everything else is done in the page (`Person`). */
export interface Driver {
  readonly name: string;
  resize(width: number, height: number): Promise<void>;
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  /** The value of an expression in the page; promises are awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** A real press of the mouse at a place of the window. */
  pressAt(x: number, y: number, times?: 1 | 2): Promise<void>;
  /** Real keys, into whatever has the focus. */
  type(text: string): Promise<void>;
  key(name: Key): Promise<void>;
  screenshot(file: string): Promise<void>;
  forgetCookies(): Promise<void>;
  close(): Promise<void>;
}

export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowRight';
