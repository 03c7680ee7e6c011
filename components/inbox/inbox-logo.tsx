const look = 'h-14 w-auto max-w-64 self-start object-contain';

/** The picture of an alias, in base64 as it comes with the page. Beside the name it says nothing new. */
export function InboxLogo({ data }: { data: string }) {
  // biome-ignore lint/performance/noImgElement: it is small, and here already
  return <img src={`data:image/webp;base64,${data}`} alt="" className={look} />;
}
