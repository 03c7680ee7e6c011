/** Runs in the page for `Person`. Sent as text, so it can't use anything from outside. */
export function inPage() {
  const selectors: Record<string, string> = {
    button: 'button, [role=button], [role=menuitem], summary',
    link: 'a[href]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3, [role=heading]',
    row: 'tbody tr',
    tab: '[role=tab]',
    text: 'p, span, li, h1, h2, h3, td, dd, div, label, pre, code',
  };
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const labelled = element.getAttribute('aria-labelledby');
    if (labelled)
      return tidy(
        labelled
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );
    const label = element.getAttribute('aria-label') ?? element.getAttribute('alt');
    if (label) return tidy(label);
    const tied = 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : '';
    return tidy(tied || element.textContent);
  };
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const isNamed = (element: Element, name: string) => {
    const own = nameOf(element);
    return name.endsWith('…') ? own.startsWith(name.slice(0, -1)) : own === name;
  };
  /** Returns the last match, because dialogs come last in the document. */
  const find = (role: string, name: string): HTMLElement | null => {
    const scope = document.querySelector('dialog[open]') ?? document;
    const all = [...scope.querySelectorAll<HTMLElement>(selectors[role] ?? role)];
    return all.filter((element) => isSeen(element) && isNamed(element, name)).pop() ?? null;
  };
  const middleOf = (element: HTMLElement) => {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const isAlive = () => window.isAlive === true && document.readyState === 'complete';
  const chooseText = (name: string) => {
    const field = find('field', name);
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  };
  const placeOf = (role: string, name: string) => {
    const element = find(role, name);
    return element && middleOf(element);
  };
  const rowsHere = () =>
    [...document.querySelectorAll<HTMLTableRowElement>('tr:has([data-row-act])')].filter(isSeen);
  /** Returns a point of the row, in the middle or on its last plain text, and the address behind it. */
  const placeInRow = (index: number, spot: 'middle' | 'last') => {
    const row = rowsHere()[index];
    if (!row) return null;
    const cells = [...row.cells].filter(
      (cell) => isSeen(cell) && !cell.querySelector('button, a:not([data-row-act])'),
    );
    const target = spot === 'last' ? cells.pop() : row;
    const leads = row.querySelector('[data-row-act]')?.getAttribute('href') ?? '';
    return { ...middleOf(target ?? row), leads };
  };
  const openEvents = () =>
    rowsHere().flatMap((row, index) => (row.querySelector('[aria-expanded=true]') ? [index] : []));
  type Content = number | { base64: string; type: string };
  const fileOf = (name: string, content: Content, lastModified = 1_700_000_000_000) => {
    if (typeof content === 'object') {
      const bytes = Uint8Array.from(atob(content.base64), (char) => char.charCodeAt(0));
      return new File([bytes], name, { lastModified, type: content.type });
    }
    const block = new Uint8Array(1_000_000).map((_, index) => index % 251);
    const parts = Array.from({ length: Math.floor(content / block.length) }, () => block);
    return new File([...parts, block.subarray(0, content % block.length)], name, {
      lastModified,
    });
  };
  /** A stand-in for a dropped folder, which pages can't create. */
  const drop = (plan: Record<string, Content>, lastModified?: number) => {
    type Folder = Map<string, Folder | File>;
    const root: Folder = new Map();
    for (const [path, content] of Object.entries(plan)) {
      const steps = path.split('/');
      const name = steps.pop() ?? '';
      let folder = root;
      for (const step of steps) {
        if (!folder.has(step)) folder.set(step, new Map());
        folder = folder.get(step) as Folder;
      }
      folder.set(name, fileOf(name, content, lastModified));
    }
    const entryOf = (name: string, content: Folder | File): object =>
      content instanceof File
        ? { name, isDirectory: false, file: (found: (file: File) => void) => found(content) }
        : { name, isDirectory: true, createReader: () => readerOf(content) };
    const readerOf = (folder: Folder) => {
      let rest = [...folder].map(([name, content]) => entryOf(name, content));
      return {
        readEntries: (found: (entries: object[]) => void) => {
          found(rest);
          rest = [];
        },
      };
    };
    const items = [...root].map(([name, content]) => ({
      kind: 'file',
      getAsFile: () => (content instanceof File ? content : null),
      webkitGetAsEntry: () => entryOf(name, content),
    }));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', {
        value: { types: ['Files'], items, dropEffect: 'none' },
      });
      document.body.dispatchEvent(event);
    }
  };
  const paste = (name: string) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(fileOf(name, 6));
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    if (!event.clipboardData?.files.length)
      Object.defineProperty(event, 'clipboardData', { value: clipboardData });
    document.body.dispatchEvent(event);
  };
  return {
    drop,
    paste,
    rowsHere,
    placeInRow,
    openEvents,
    find,
    isSeen,
    nameOf,
    middleOf,
    placeOf,
    isAlive,
    chooseText,
    tidy,
  };
}
