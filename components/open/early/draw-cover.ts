type CoverFacts = {
  cover: string | null;
  visitKey?: string | null;
  description: string | null;
  album: object | null;
};

/**
 * Loads the large photo of a share that `startVisit` opens, and draws it in its place (cover-place.tsx) unless something
 * comes above it. Inlined in the page as text, so it can import nothing.
 */
export function drawCover(files: readonly string[], id: string): void {
  const visit = window.pageVisit;
  const answer = visit?.answer?.then((response) => response.clone().json() as Promise<CoverFacts>);
  const draw = ({ cover, visitKey, description, album }: CoverFacts) => {
    if (!cover) return false;
    const place = description || album ? null : document.getElementById('cover');
    const image = place instanceof HTMLImageElement ? place : new Image();
    image.fetchPriority = 'high';
    const proof = visitKey ? `&visit=${encodeURIComponent(visitKey)}` : '';
    image.src = `${files.join(id)}/${cover}/thumbnail?large=1${proof}&ahead=1`;
    return true;
  };
  if (visit && answer) visit.hasCover = answer.then(draw).catch(() => false); // the page itself says what is wrong
}
