const look = 'h-14 w-auto max-w-64 self-start object-contain';

/** Decorative: the name is displayed beside it. */
export function InboxLogo({ data }: { data: string }) {
  // biome-ignore lint/performance/noImgElement: it is small, and here already
  return <img src={`data:image/webp;base64,${data}`} alt="" className={look} />;
}
