import {
  type PDFDocumentProxy,
  type PDFPageProxy,
  type RenderTask,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Observers use the document as root: a frame of another origin gets no margins relative to the top page. */
const ahead = '150% 0px';

/** Clears distant pages, so that memory use doesn't grow with the document. */
export async function showPages(
  pdf: PDFDocumentProxy,
  root: HTMLElement,
  labelOf: (page: number) => string,
  onShown: (page: number) => void,
): Promise<void> {
  const first = await pdf.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  const boxes = Array.from({ length: pdf.numPages }, (_, index) => {
    const box = new PageBox(labelOf(index + 1), () => pdf.getPage(index + 1));
    box.shape(width, height);
    return box;
  });
  root.replaceChildren(...boxes.map((box) => box.element));
  await boxes[0]?.draw(); // rejects when the first page can't be rendered

  renderNearby(boxes);
  reportVisiblePage(boxes, onShown);
}

function renderNearby(boxes: readonly PageBox[]): void {
  const near = new Set<PageBox>();
  const boxOf = new Map(boxes.map((box) => [box.element as Element, box]));
  const draw = (box: PageBox) => box.draw().catch(() => undefined); // a damaged page stays empty
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const box = boxOf.get(target);
        if (!box) continue;
        if (isIntersecting) {
          near.add(box);
          draw(box);
        } else if (near.delete(box)) box.clear();
      }
    },
    { root: document, rootMargin: ahead },
  );
  for (const box of boxes) observer.observe(box.element);

  let width = innerWidth;
  let timer = 0;
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      for (const box of near) {
        box.clear();
        draw(box);
      }
    }, 150);
  });
}

function reportVisiblePage(boxes: readonly PageBox[], onShown: (page: number) => void): void {
  const numbers = new Map(boxes.map((box, index) => [box.element as Element, index + 1]));
  // A line in the middle of the frame: the page that crosses it counts as visible.
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.findLast((entry) => entry.isIntersecting);
      const page = entered && numbers.get(entered.target);
      if (page) onShown(page);
    },
    { root: document, rootMargin: '-49% 0px -49% 0px' },
  );
  for (const box of boxes) observer.observe(box.element);
}

/** Larger canvases fail or exhaust the memory of phones. */
const maxCanvasPixels = 16_000_000;

export class PageBox {
  readonly element = document.createElement('section');
  readonly #load: () => Promise<PDFPageProxy>;
  #drawn: Promise<void> | null = null;
  #task: RenderTask | null = null;
  #round = 0;

  constructor(label: string, load: () => Promise<PDFPageProxy>) {
    this.#load = load;
    this.element.setAttribute('aria-label', label);
  }

  /** Reserves the page's space, so that rendering moves nothing. */
  shape(width: number, height: number): void {
    this.element.style.aspectRatio = `${width} / ${height}`;
  }

  draw(): Promise<void> {
    this.#drawn ??= this.#draw(++this.#round);
    return this.#drawn;
  }

  clear(): void {
    this.#round++;
    this.#task?.cancel();
    this.#task = null;
    this.#drawn = null;
    this.element.replaceChildren();
  }

  async #draw(round: number): Promise<void> {
    const page = await this.#load();
    if (round !== this.#round) return;
    const size = page.getViewport({ scale: 1 });
    this.shape(size.width, size.height);
    const scale = this.element.clientWidth / size.width;
    const viewport = page.getViewport({ scale });

    const canvas = document.createElement('canvas');
    const density = Math.min(
      globalThis.devicePixelRatio || 1,
      Math.sqrt(maxCanvasPixels / (viewport.width * viewport.height)),
    );
    canvas.width = Math.floor(viewport.width * density);
    canvas.height = Math.floor(viewport.height * density);
    this.#task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
    await this.#task.promise;
    if (round !== this.#round) return;
    this.element.replaceChildren(canvas, await textOf(page, scale));
  }
}

async function textOf(page: PDFPageProxy, scale: number): Promise<HTMLElement> {
  const container = document.createElement('div');
  container.className = 'text';
  container.style.setProperty('--total-scale-factor', String(scale));
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale }),
  });
  await layer.render();
  return container;
}
