export function saveFile({ name, type, text }: { name: string; type: string; text: BlobPart }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser has it as soon as the click is over, but not before.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
