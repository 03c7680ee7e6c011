import 'server-only';
import type { Context } from '@/lib/server/context';
import type { MailPicture } from '@/lib/server/mail/mailer';
import { readLimited } from '@/lib/server/read-limited';
import { drawForMail } from '@/lib/server/thumbnails/decode';

type LogoContext = Pick<Context, 'config' | 'log'>;
type Logos = { logo: MailPicture | null; darkLogo: MailPicture | null };

const hourMs = 3_600_000;
const minuteMs = 60_000;
const patienceMs = 5_000;
const maxBytes = 1024 ** 2;

/** By URL. One that could not be had is tried again after a minute: the server may just be starting. */
const drawn = new Map<string, { until: number; png: Promise<Buffer | null> }>();

/** Returns the operator's logos. The server fetches them, so that readers load nothing. */
export async function logosOf(ctx: LogoContext): Promise<Logos> {
  const { LOGO_URL, LOGO_URL_DARK } = ctx.config;
  const light = LOGO_URL ?? LOGO_URL_DARK;
  const [logo = null, darkLogo = null] = await Promise.all([
    light ? logoOf(ctx, 'logo', light) : null,
    LOGO_URL_DARK && LOGO_URL_DARK !== light ? logoOf(ctx, 'logo-dark', LOGO_URL_DARK) : null,
  ]);
  return { logo, darkLogo: logo && darkLogo };
}

async function logoOf(ctx: LogoContext, cid: string, at: string): Promise<MailPicture | null> {
  const content = await drawOnce(ctx, at);
  return content && logoPicture(ctx, content, { cid, alt: ctx.config.APP_NAME });
}

/** Null for a logo that nobody could see. @param content a PNG with two pixels for each of the mail */
export function logoPicture(
  { config }: Pick<LogoContext, 'config'>,
  content: Buffer,
  { cid, alt }: Pick<MailPicture, 'cid' | 'alt'>,
): MailPicture | null {
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)].map((side) =>
    Math.ceil(side / 2),
  );
  // A logo of 4,000 × 40 pixels would be a hairline.
  if (!width || !height || height < 8) return null;
  return {
    cid: `${cid}@${new URL(config.BASE_URL).hostname}`,
    contentType: 'image/png',
    content,
    alt,
    width,
    height,
  };
}

async function drawOnce(ctx: LogoContext, at: string): Promise<Buffer | null> {
  const known = drawn.get(at);
  if (known && performance.now() < known.until) return known.png;
  const drawing = { until: performance.now() + hourMs, png: fetchLogo(ctx, at) };
  drawn.set(at, drawing);
  const png = await drawing.png;
  if (!png) drawing.until = performance.now() + minuteMs;
  return png;
}

async function fetchLogo({ config, log }: LogoContext, at: string): Promise<Buffer | null> {
  try {
    const response = await fetch(new URL(at, config.BASE_URL), { signal: AbortSignal.timeout(patienceMs) });
    const bytes = response.ok ? await readLimited(response, maxBytes) : null;
    const png = bytes && (await drawForMail('logo', [bytes]));
    if (!png) log.warn({ url: at }, 'mails have no logo: this is no picture');
    return png;
  } catch (error) {
    log.warn({ err: error, url: at }, 'mails have no logo: it could not be fetched');
    return null;
  }
}
