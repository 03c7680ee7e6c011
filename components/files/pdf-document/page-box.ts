import { type PDFPageProxy, type RenderTask, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';

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
