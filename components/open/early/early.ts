// Made into public/early-visit.js. The page of a link calls these with what is its own (early-visit.tsx).
import { drawCover } from './draw-cover';
import { startVisit } from './start-visit';

declare global {
  interface Window {
    early: { startVisit: typeof startVisit; drawCover: typeof drawCover };
  }
}

window.early = { startVisit, drawCover };
