import 'server-only';
import { escapeHtml } from '@/lib/domain/file/escape-html';
import { readableTextColor } from '@/lib/domain/look';
import { shortened } from '@/lib/domain/pasted/plain-text';
import { colors, type Frame, frameOf, imageOf } from './frame';
import type { MailPicture } from './mailer';

type HtmlOptions = Frame & {
  isLink: (url: string) => boolean;
  isButton: (label: string, url: string) => boolean;
  /** Text below the last button is small. */
  hasFinePrint: boolean;
  headings?: readonly string[];
  code?: string | undefined;
  pictures?: readonly MailPicture[] | undefined;
};

type LinkButton = { label: string; url: string };
type Block = { lines: string[] } | LinkButton;

/**
 * Converts text to HTML with paragraphs, line breaks, links and buttons, and escapes the rest. A button is a line with
 * a colon above a line that is only a link. Pictures follow the first one.
 */
export function htmlOf(text: string, options: HtmlOptions): string {
  const { code, pictures = [], hasFinePrint, accent = null } = options;
  const blocks = blocksIn(text, options);
  const buttons = blocks.flatMap((block, at) => ('url' in block ? [at] : []));
  const first = buttons[0] ?? blocks.length - 1;
  const isFinePrint = (at: number) => hasFinePrint && at > (buttons.at(-1) ?? blocks.length);
  const content = blocks.flatMap((block, at) => [
    'url' in block
      ? buttonOf(block, buttonLook(at === first, accent))
      : paragraphOf(block.lines, { ...options, isFinePrint: isFinePrint(at) }),
    ...(at === first && pictures.length > 0 ? [rowOf(pictures)] : []),
  ]);
  const preview = code ? '' : shortened(text.replace(/\s+/g, ' '), 140);
  return frameOf(options, { preview, content: content.join('\n') });
}

const longestLabel = 60;

/** Labels come from the template: strangers' names and answers never become buttons. */
export const labelsIn = (templateBody: string): string[] =>
  templateBody.split('\n').flatMap((line) => (line.includes('{{') ? [] : (labelOf(line) ?? [])));

function labelOf(line: string): string | null {
  const text = line.trim();
  if (text.length > longestLabel || !/[:：]$/.test(text)) return null;
  return text.slice(0, -1).trim() || null;
}

function blocksIn(text: string, { isLink, isButton }: HtmlOptions): Block[] {
  const buttonIn = (line: string, next: string) => {
    const label = isLink(next) && next.match(address)?.[0] === next ? labelOf(line) : null;
    return label !== null && isButton(label, next) ? { label, url: next } : null;
  };
  const paragraphs = text.trim().split(/\n{2,}/);
  return paragraphs.flatMap((paragraph) => splitAtButtons(paragraph.split('\n'), buttonIn));
}

function splitAtButtons(
  lines: string[],
  buttonIn: (line: string, next: string) => LinkButton | null,
): Block[] {
  let rest: string[] = [];
  const blocks: Block[] = [{ lines: rest }];
  for (let at = 0; at < lines.length; at++) {
    const [line = '', next = ''] = [lines[at], lines[at + 1]];
    const button = buttonIn(line, next);
    if (button) {
      rest = [];
      blocks.push(button, { lines: rest });
      at++;
    } else rest.push(line);
  }
  return blocks.filter((block) => 'url' in block || block.lines.length > 0);
}

type ParagraphOptions = HtmlOptions & { isFinePrint: boolean };

function paragraphOf(lines: string[], options: ParagraphOptions): string {
  const { code, headings = [], isFinePrint } = options;
  const toHtml = lineOf(options.isLink);
  const html = lines.map((line) => {
    if (line === code) return strong(line, 'font-size:28px;line-height:40px;letter-spacing:0.15em');
    return headings.includes(line) ? strong(line, 'font-size:20px;line-height:28px') : toHtml(line);
  });
  const above = headings.includes(lines[0] ?? '') ? 24 : 0;
  const look = isFinePrint ? `class="muted" style="${finePrint}"` : `style="margin:${above}px 0 16px"`;
  return `<p dir="auto" ${look}>${html.join('<br>\n')}</p>`;
}

const finePrint = `margin:0 0 12px;font-size:14px;line-height:20px;color:${colors.muted}`;

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

const strong = (line: string, style: string) => `<strong style="${style}">${escapeHtml(line)}</strong>`;

const anchor = (url: string) =>
  `<a href="${escapeHtml(url)}" class="accent" style="color:${colors.accent};word-break:break-word">${escapeHtml(url)}</a>`;

type MailButton = { name: string; back: string; text: string; edge: string };

const { ink, card } = colors;

/** Classes whose colours change in the dark; those of an accent stay. */
function buttonLook(isFirst: boolean, accent: string | null): MailButton {
  if (!isFirst) return { name: 'plain', back: card, text: ink, edge: ink };
  if (accent === null) return { name: 'action', back: ink, text: card, edge: ink };
  return { name: 'branded', back: accent, text: readableTextColor(accent), edge: accent };
}

/** Outlook ignores the link's padding and takes the cell's. The URL below is for those who distrust buttons. */
function buttonOf({ label, url }: LinkButton, { name, back, text, edge }: MailButton): string {
  const cell = `border:1px solid ${edge};border-radius:8px;mso-padding-alt:11px 24px`;
  const link = `display:inline-block;border-radius:7px;padding:11px 24px;font-weight:600;color:${text};text-decoration:none`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0"><tr>
<td class="${name}" bgcolor="${back}" style="${cell}"><a class="${name}" href="${escapeHtml(url)}" style="${link}">${escapeHtml(label)}</a></td>
</tr></table>
<p class="muted" style="margin:0 0 20px;font-size:13px;line-height:20px;color:${colors.muted};word-break:break-all">${escapeHtml(url)}</p>`;
}

function rowOf(pictures: readonly MailPicture[]): string {
  const cells = pictures.map(
    (picture) => `<td valign="top" width="${Math.floor(100 / pictures.length)}%">${imageOf(picture)}</td>`,
  );
  const gap = '<td width="8" style="width:8px;font-size:0">&nbsp;</td>';
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;margin:0 0 16px"><tr>
${cells.join(`\n${gap}\n`)}
</tr></table>`;
}
