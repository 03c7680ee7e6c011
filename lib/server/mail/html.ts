import 'server-only';
import { escapeHtml } from '@/lib/domain/file/escape-html';

type HtmlOptions = {
  language: string;
  isLink: (url: string) => boolean;
  code?: string;
};

const look =
  'font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;overflow-wrap:anywhere;max-width:36em;margin:16px';

/** Converts text to HTML with paragraphs, line breaks and links. Escapes the rest. */
export function htmlOf(text: string, { language, isLink, code }: HtmlOptions): string {
  const html = lineOf(isLink);
  const toHtml = (line: string) => (line === code ? large(line) : html(line));
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((lines) => `<p>${lines.split('\n').map(toHtml).join('<br>\n')}</p>`);
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
</head>
<body style="${look}">
${paragraphs.join('\n')}
</body>
</html>
`;
}

/** Punctuation that ends the sentence is not part of the URL. */
const address = /\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}’”»」]/g;

const lineOf = (isLink: HtmlOptions['isLink']) => (line: string) => {
  let html = '';
  let end = 0;
  for (const { 0: url, index } of line.matchAll(address)) {
    html += escapeHtml(line.slice(end, index)) + (isLink(url) ? anchor(url) : escapeHtml(url));
    end = index + url.length;
  }
  return html + escapeHtml(line.slice(end));
};

const large = (code: string) =>
  `<strong style="font-size:26px;letter-spacing:0.15em">${escapeHtml(code)}</strong>`;

const anchor = (url: string) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
