import { share } from '@/lib/contract/share/share';
import type { ShareProperties } from '@/lib/contract/share/share-shapes';
import type { Api } from './account';
import { upload } from './upload';

export type Sample = { name: string; type: string; bytes: Buffer; path?: string };

const text = (name: string, type: string, content: string): Sample => ({
  name,
  type,
  bytes: Buffer.from(content),
});

/** A small file of each kind that can be displayed. */
export const samples = {
  png: {
    name: 'dot.png',
    type: 'image/png',
    bytes: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  },
  svg: text(
    'logo.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>fetch("/app/svg-ran")</script><rect width="40" height="20"/></svg>',
  ),
  html: text(
    'page.html',
    'text/html',
    '<h1>Hello</h1><script>fetch("/app/html-ran");top.document.title="ran"</script>',
  ),
  code: text('launch.py', 'text/x-python', 'def launch(n):\n    return "away" * n\n'),
  txt: text('notes.txt', 'text/plain', 'Grüße aus dem Hafen'),
  wav: { name: 'tone.wav', type: 'audio/wav', bytes: silence(1) },
  pdf: { name: 'plan.pdf', type: 'application/pdf', bytes: Buffer.from(twoPages()) },
  zip: text('all.zip', 'application/zip', 'PK, more or less'),
} satisfies Record<string, Sample>;

export const dots = (count: number): Sample[] =>
  Array.from({ length: count }, (_, n) => ({ ...samples.png, name: `dot-${n + 10}.png` }));

export async function sharedFiles(
  as: Api,
  files: readonly Sample[],
  { isPublished = true, ...over }: Partial<ShareProperties> & { isPublished?: boolean } = {},
): Promise<{ shareId: string; linkId: string }> {
  const body = { name: 'Plans', validity: 3_600_000, maxViews: 10, ...over };
  const { id } = await as.call(share.create, { body });
  for (const { name, type, bytes, path } of files) {
    await upload(as, id, { name, type, content: bytes, ...(path && { folder: path }) });
  }
  if (!isPublished) return { shareId: id, linkId: '' };
  const published = await as.call(share.publish, { params: { id } });
  return { shareId: id, linkId: published.id };
}

export async function viewsOf(as: Api, shareId: string): Promise<number> {
  const { publishInfo } = await as.call(share.get, { params: { id: shareId } });
  return publishInfo?.views ?? 0;
}

/** Mono, 8 bit, 8 kHz. */
function silence(seconds: number): Buffer {
  const count = 8000 * seconds;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + count, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(count, 40);
  return Buffer.concat([head, Buffer.alloc(count, 128)]);
}

/** The font isn't embedded, so that the viewer's frame has to fetch it. */
function twoPages(): string {
  const page = (content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents ${content} 0 R /Resources << /Font << /F 7 0 R >> >> >>`;
  const says = (words: string) => {
    const content = `BT /F 20 Tf 40 300 Td (${words}) Tj ET`;
    return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  };
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>',
    page(4),
    says('First page'),
    page(6),
    says('Second page'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = pdf.length;
  return `${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF`;
}
