import 'server-only';
import { canParseUrl } from '@/lib/domain/url';
import { config } from '@/lib/server/config';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { bucketOrigin } from '@/lib/server/storage/s3/bucket-origin';

/**
 * Links are secrets, so no referrer is sent and no robot indexes. Framing is forbidden except for PDF pages
 * (`viewerHeaders`).
 * @param nonce of a page's scripts; null for other answers
 */
export function securityHeaders(
  nonce: string | null,
  { isDevelopment = false } = {},
): [name: string, value: string][] {
  const { BASE_URL } = config();
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['X-Robots-Tag', 'noindex, nofollow'],
    ...https(BASE_URL),
    ...(nonce === null ? [] : page(nonce, isDevelopment)),
  ];
}

/**
 * For /pdf/, which draws a PDF in a sandboxed frame. Its origin is opaque, so its script must be readable
 * across origins, and the policy names our origin because 'self' matches nothing in WebKit (CSP3, 6.7.2.8).
 */
export function viewerHeaders(): [name: string, value: string][] {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${new URL(config().BASE_URL).origin} 'wasm-unsafe-eval'`,
    "style-src 'self' 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data: blob:',
    'worker-src blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    'sandbox allow-scripts',
    "frame-ancestors 'self'",
  ];
  return [
    ...securityHeaders(null),
    ['Cross-Origin-Resource-Policy', 'cross-origin'],
    ['Content-Security-Policy', policy.join('; ')],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ];
}

const https = (baseUrl: string): [string, string][] =>
  baseUrl.startsWith('https:') ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] : [];

function page(nonce: string, isDevelopment: boolean): [string, string][] {
  const { LOGO_URL, LOGO_URL_DARK, ICON_URL, ICON_URL_DARK, OAUTH_PROVIDERS, S3_PRESIGNED_UPLOADS } =
    config();
  const icons = OAUTH_PROVIDERS.map(({ icon }) => icon);
  const pictures = [LOGO_URL, LOGO_URL_DARK, ICON_URL, ICON_URL_DARK, ...icons].flatMap((url) =>
    url && canParseUrl(url) ? [new URL(url).origin] : [],
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...new Set(pictures)].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...(S3_PRESIGNED_UPLOADS ? [bucketOrigin(config())] : [])].join(' '),
    "media-src 'self' blob:",
    "frame-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ];
  return [
    ['Content-Security-Policy', policy.join('; ')],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ['X-Frame-Options', 'DENY'],
  ];
}

/**
 * Accepts requests from our own pages and from programs. Protects changes by cookie, which other sites' requests
 * carry too, and signing in, which sets one.
 */
export function isOwnOrigin(headers: RequestHeaders): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || origin === new URL(config().BASE_URL).origin;
}

/**
 * Detects a page of another site that embeds this: an image, a frame, a script's request. It can't read the answer
 * anyway (`Cross-Origin-Resource-Policy`). Links are navigations and pass.
 */
export function isPartOfOtherSite(headers: RequestHeaders): boolean {
  const dest = headers.get('sec-fetch-dest');
  return (
    ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '') &&
    dest !== null &&
    dest !== 'document'
  );
}
