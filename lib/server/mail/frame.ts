import 'server-only';
import { escapeHtml } from '@/lib/domain/file/escape-html';
import type { MailPicture } from './mailer';

export type Frame = {
  language: string;
  subject: string;
  /** Stands on top unless there is a logo. */
  appName: string;
  host: string;
  logo?: MailPicture | null;
  /** For mail programs in dark colours. */
  darkLogo?: MailPicture | null;
  /** Stands on top in place of the logo. */
  sender?: FrameSender | null;
  /** Colour of a bar and the first button, as #rrggbb. */
  accent?: string | null;
};

export type FrameSender = { name: string; line: string | null; face: MailPicture | null };

/** The tokens of `globals.css` in sRGB, because mail clients don't know oklch. */
export const colors = {
  canvas: '#f3f2ef',
  card: '#ffffff',
  line: '#e3e1dc',
  ink: '#1c1b15',
  muted: '#626059',
  accent: '#0b66d6',
};
const dark: typeof colors = {
  canvas: '#11100e',
  card: '#1a1916',
  line: '#2f2e2a',
  ink: '#f1f0ed',
  muted: '#a6a59e',
  accent: '#6ba5fb',
};

const font =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans JP',Arial,sans-serif";

const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.card{padding:24px 20px 12px!important}}
@media (prefers-color-scheme:dark){
.canvas{background:${dark.canvas}!important}
.card{background:${dark.card}!important;border-color:${dark.line}!important;color:${dark.ink}!important}
.muted{color:${dark.muted}!important}.accent{color:${dark.accent}!important}
.name{color:${dark.ink}!important}.picture{background:${dark.canvas}!important}
.action{background:${dark.ink}!important;border-color:${dark.ink}!important;color:${dark.card}!important}
.plain{background:${dark.card}!important;border-color:${dark.ink}!important;color:${dark.ink}!important}
.on-light{display:none!important}.on-dark{display:block!important}
}`;

/** A page of tables, which Outlook needs. Nothing in it is loaded from outside. */
export function frameOf(frame: Frame, { preview, content }: { preview: string; content: string }): string {
  const { language, subject, appName, host } = frame;
  const small = `font-family:${font};font-size:13px;line-height:20px;color:${colors.muted}`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
<!--[if mso]><style>td,a,p{font-family:Arial,sans-serif!important}</style><![endif]-->
</head>
<body class="canvas" style="margin:0;padding:0;background:${colors.canvas}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" bgcolor="${colors.canvas}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;table-layout:fixed">
<tr><td style="padding:0 8px 16px">${brandOf(frame)}${barOf(frame)}</td></tr>
<tr><td class="card" bgcolor="${colors.card}" style="padding:32px 32px 20px;border:1px solid ${colors.line};border-radius:14px;font-family:${font};font-size:16px;line-height:24px;color:${colors.ink};overflow-wrap:anywhere;word-break:break-word">
${content}
</td></tr>
<tr><td class="muted" style="padding:16px 8px 0;${small}">${escapeHtml(`${appName} · ${host}`)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

const barOf = ({ accent }: Frame): string =>
  accent
    ? `<div style="height:4px;margin-top:12px;border-radius:2px;background:${accent};font-size:0;line-height:4px">&nbsp;</div>`
    : '';

function brandOf({ appName, logo, darkLogo, sender }: Frame): string {
  if (sender) return senderOf(sender);
  if (!logo)
    return `<span class="name" style="font-family:${font};font-size:16px;font-weight:600;color:${colors.ink}">${escapeHtml(appName)}</span>`;
  if (!darkLogo) return logoOf(logo, 'display:block');
  return `${logoOf(logo, 'display:block', 'on-light')}${logoOf(darkLogo, 'display:none;mso-hide:all', 'on-dark')}`;
}

function senderOf({ name, line, face }: FrameSender): string {
  const side = 40;
  const picture = face
    ? `<td style="padding-right:12px"><img src="cid:${face.cid}" alt="" width="${side}" height="${side}" style="display:block;border-radius:${side / 2}px"></td>`
    : '';
  const below = line
    ? `<br><span class="muted" style="font-size:13px;line-height:18px;color:${colors.muted}">${escapeHtml(line)}</span>`
    : '';
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>${picture}<td dir="auto" style="font-family:${font};font-size:16px;line-height:20px;overflow-wrap:anywhere"><span class="name" style="font-weight:600;color:${colors.ink}">${escapeHtml(name)}</span>${below}</td></tr></table>`;
}

const logoOf = ({ cid, alt, width, height }: MailPicture, shown: string, name = 'name') =>
  `<img class="${name}" src="cid:${cid}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" style="${shown};font-family:${font};font-size:16px;font-weight:600;color:${colors.ink}">`;

export const imageOf = ({ cid, alt, width, height }: MailPicture): string =>
  `<img class="picture muted" src="cid:${cid}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" style="display:block;width:100%;height:auto;border-radius:8px;background:${colors.canvas};color:${colors.muted};font-family:${font};font-size:12px;line-height:16px">`;
