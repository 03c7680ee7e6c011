import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

export function png(from: Colour, to: Colour): Buffer {
  const [width, height] = [640, 420];
  const row = (y: number) => {
    const pixels = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x++) {
      const isSun = (x - 450) ** 2 + (y - 140) ** 2 < 60 ** 2;
      const share = y / height;
      for (const [i, start] of from.entries()) {
        pixels[1 + x * 3 + i] = isSun ? 245 : Math.round(start + ((to[i] ?? 0) - start) * share);
      }
    }
    return pixels;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // eight bits, true colour
  const image = deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => row(y))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', image),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

export const svg = (colour: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="320" height="200">
  <rect width="320" height="200" fill="${colour}"/>
  <path d="M40 150 L120 60 L170 115 L205 80 L280 150 Z" fill="#fff" fill-opacity=".85"/>
</svg>\n`);

export function wav(hertz: number): Buffer {
  const rate = 8000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + rate, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(rate, 40);
  const samples = Array.from(
    { length: rate },
    (_, i) => 128 + 80 * Math.sin((2 * Math.PI * hertz * i) / rate),
  );
  return Buffer.concat([header, Buffer.from(samples)]);
}

export function pdf(title: string, lines: string[]): Buffer {
  const text = [`/F1 28 Tf 72 720 Td (${title}) Tj`, '/F1 12 Tf 0 -20 Td']
    .concat(lines.map((line) => `0 -20 Td (${line}) Tj`))
    .join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length + 7} >>\nstream\nBT\n${text}\nET\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer);
}
