import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PageBox } from './page-box';

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
