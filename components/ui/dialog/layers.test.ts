import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type HistoryState = { dialogs?: number } | null;

/** A browser history whose traversals finish a moment later, as in real ones. */
class FakeBrowser {
  entries: { href: string; state: HistoryState }[] = [{ href: '/share', state: null }];
  index = 0;
  heard = 0;
  #listen: (event: object) => void = () => {};

  readonly history = {
    entries: this,
    get length() {
      return this.entries.entries.length;
    },
    pushState: (state: HistoryState, _ = '', href = this.entries[this.index]?.href ?? '') =>
      this.push(href, state),
    go: (steps: number) => void setTimeout(() => this.travel(steps), 5),
  };

  constructor() {
    const browser = this;
    vi.stubGlobal('history', this.history);
    vi.stubGlobal('location', {
      get href() {
        return browser.entries[browser.index]?.href;
      },
    });
    vi.stubGlobal('window', {
      set onDialogTravel(listen: (event: object) => void) {
        browser.#listen = listen;
      },
    });
  }

  push(href: string, state: HistoryState = null): void {
    this.entries = [...this.entries.slice(0, this.index + 1), { href, state }];
    this.index += 1;
  }

  travel(steps: number): void {
    this.index += steps;
    this.heard += 1;
    const stopImmediatePropagation = () => {
      this.heard -= 1; // the router's listener is behind
    };
    this.#listen({ state: this.entries[this.index]?.state ?? null, stopImmediatePropagation });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened() {
  const browser = new FakeBrowser();
  const { addLayer } = await import('./layers');
  const closed: string[] = [];
  const open = (name: string) => addLayer(() => closed.push(name));
  return { browser, closed, open, pass: () => vi.runAllTimers() };
}

test('Back closes the topmost layer, and then the one below it', async () => {
  const { browser, closed, open, pass } = await opened();
  open('viewer');
  pass();
  open('question');
  pass();
  browser.travel(-1);
  expect(closed).toEqual(['question']);
  browser.travel(-1);
  expect(closed).toEqual(['question', 'viewer']);
  pass();
  expect(browser.index).toBe(0);
  expect(browser.heard).toBe(0);
});

test('Back closes a layer from its first moment on', async () => {
  const { browser, closed, open } = await opened();
  open('viewer');
  browser.travel(-1);
  expect(closed).toEqual(['viewer']);
  expect(browser.index).toBe(0);
});

test('closed otherwise, its entry goes too, whatever was open over what', async () => {
  const { browser, closed, open, pass } = await opened();
  const closeBoth = [open('viewer'), open('question')];
  pass();
  expect(browser.index).toBe(2);
  for (const close of closeBoth) close();
  pass();
  expect(browser.index).toBe(0);
  expect(closed).toEqual([]);
});

test('what makes way for another one leaves it the entry, also on the way back', async () => {
  const { browser, closed, open, pass } = await opened();
  const close = open('first');
  pass();
  close();
  const closeSecond = open('second');
  pass();
  expect(browser.index).toBe(1);
  closeSecond();
  vi.advanceTimersByTime(1); // the browser has been asked to go back and has not yet
  open('third');
  pass();
  expect(browser.index).toBe(1);
  expect(closed).toEqual([]);
});

test('a page gone to from a dialog stays, and Back from there lands before the dialog', async () => {
  const { browser, open, pass } = await opened();
  const close = open('question');
  pass();
  browser.push('/shares');
  close();
  pass();
  expect(browser.entries[browser.index]?.href).toBe('/shares');
  browser.travel(-1);
  pass();
  expect(browser.index).toBe(0);
});

test('a page gone to while the entry is on its way out stays, too', async () => {
  const { browser, open, pass } = await opened();
  const close = open('question');
  pass();
  close();
  vi.advanceTimersByTime(1);
  history.pushState(null, '', '/shares');
  pass();
  expect(browser.entries[browser.index]?.href).toBe('/shares');
});
