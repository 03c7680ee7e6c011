import 'server-only';
import { maxCount } from '@/lib/domain/limits';
import { idInSegment } from '@/lib/domain/pasted/link';
import { decodeSegment } from '@/lib/domain/url';
import type { Context } from '@/lib/server/context';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';

/** Target of an imported link: a page, or bytes behind the gate. */
export type OldLink =
  | { page: 'open' | 'inbox'; id: string }
  | { bytes: 'file'; linkId: string; fileId: string; isLimited: boolean }
  | { bytes: 'zip'; linkId: string; isLimited: boolean };

type OldAddress = {
  product: string;
  kind: 'share' | 'alias' | 'file';
  oldId: string;
  wants: 'page' | 'file' | 'zip';
};

/** URL patterns of importable products. Ids may be any folder name. */
const addresses: { pattern: RegExp; target: Omit<OldAddress, 'oldId'> }[] = [
  {
    pattern: /^\/[-!]([A-Za-z0-9]{10})(?:\/.*)?$/,
    target: { product: 'picoshare', kind: 'file', wants: 'file' },
  },
  { pattern: /^\/g\/([A-Za-z0-9]{16})$/, target: { product: 'picoshare', kind: 'alias', wants: 'page' } },
  {
    pattern: /^\/files\/([^/]+)\+\+[0-9a-f]{32,64}\.(?:zip|tar\.gz)$/,
    target: { product: 'psitransfer', kind: 'share', wants: 'zip' },
  },
  {
    pattern: /^\/files\/([^/]+\+\+[0-9a-fA-F-]{36})$/,
    target: { product: 'psitransfer', kind: 'file', wants: 'file' },
  },
  {
    pattern: /^\/(?:file|stream)\/[A-Za-z0-9]{16}\/([A-Za-z0-9]{16})(?:\/.*)?$/,
    target: { product: 'plik', kind: 'file', wants: 'file' },
  },
  {
    pattern: /^\/archive\/([A-Za-z0-9]{16})(?:\/.*)?$/,
    target: { product: 'plik', kind: 'share', wants: 'zip' },
  },
  // The page at "/" redirects the fragment of Plik links here.
  { pattern: /^\/plik\/([A-Za-z0-9]{16})$/, target: { product: 'plik', kind: 'share', wants: 'page' } },
  {
    pattern: /^\/api\/shares\/([A-Za-z0-9_-]{3,50})\/files\/zip$/,
    target: { product: 'pingvin', kind: 'share', wants: 'zip' },
  },
  {
    pattern: /^\/api\/shares\/[A-Za-z0-9_-]{3,50}\/files\/([0-9a-f-]{36})$/,
    target: { product: 'pingvin', kind: 'file', wants: 'file' },
  },
  {
    pattern: /^\/(?:share|s)\/([A-Za-z0-9_-]{3,50})$/,
    target: { product: 'pingvin', kind: 'share', wants: 'page' },
  },
  {
    pattern: /^\/upload\/([A-Za-z0-9_-]{1,80})$/,
    target: { product: 'pingvin', kind: 'alias', wants: 'page' },
  },
  { pattern: /^\/([^/]{1,255})$/, target: { product: 'psitransfer', kind: 'share', wants: 'page' } },
];

/** Paths of this product, which imported links never shadow. */
const ownPaths = /^\/(app|api(?!\/shares\/)|_next|pdf)(\/|$)/;

/**
 * Lists the imported items that a path may name, as written and without punctuation that a mail client
 * appended.
 */
export const oldAddressesIn = (path: string): OldAddress[] =>
  [...new Set([path, withCleanEnd(path)])].flatMap((one) => parseOldAddress(one) ?? []);

function withCleanEnd(path: string): string {
  const from = path.lastIndexOf('/') + 1;
  return path.slice(0, from) + idInSegment(path.slice(from));
}

function parseOldAddress(path: string): OldAddress | null {
  if (path === '/' || ownPaths.test(path)) return null;
  for (const { pattern, target } of addresses) {
    const oldId = pattern.exec(path)?.[1];
    if (oldId !== undefined) return { ...target, oldId: decodeSegment(oldId) };
  }
  return null;
}

/**
 * Resolves a link of an imported product, or returns null. Grants no access: pages and bytes still pass the
 * gate. @throws limit.attempts
 */
export async function findOldLink(ctx: Context, path: string): Promise<OldLink | null> {
  const { db } = ctx;
  const names = oldAddressesIn(path).filter(({ oldId }) => !oldId.includes('\0'));
  const imported = await lookUpImported(ctx, names);
  if (!imported) {
    const [name] = names;
    if (name && (await isGuess(ctx, name, path))) await recordMiss(ctx);
    return null;
  }
  checkGuesser(ctx);
  const { found, kind, wants } = imported;
  if (kind === 'alias') return { page: 'inbox', id: found.newId };
  if (found.linkId === null) return null;
  const { linkId, newId: fileId } = found;
  if (wants === 'page') return { page: 'open', id: linkId };
  const limited = { linkId, isLimited: await isLimited(db, linkId) };
  return wants === 'zip' ? { bytes: 'zip', ...limited } : { bytes: 'file', fileId, ...limited };
}

async function lookUpImported({ db }: Context, names: OldAddress[]) {
  for (const address of names) {
    const { product, kind, oldId } = address;
    const found = await db.imported.findUnique({ where: { product_kind_oldId: { product, kind, oldId } } });
    if (found) return { found, kind, wants: address.wants };
  }
  return null;
}

/** Paths that browsers request from any site, and our own top-level paths. */
const commonPaths = /^\/(cli|u|[\w.-]+\.(ico|png|svg|txt|xml|js|json|webmanifest|sha256))$/;

/** Counts a miss only if something of the product was imported. Index: Imported's key. */
const isGuess = async ({ db }: Context, { product, kind }: OldAddress, path: string): Promise<boolean> =>
  !commonPaths.test(path) && (await db.imported.findFirst({ where: { product, kind } })) !== null;

async function isLimited(db: Context['db'], linkId: string): Promise<boolean> {
  const publication = await db.publication.findUnique({
    where: { linkId },
    select: { share: { select: { maxViews: true } } },
  });
  return publication !== null && publication.share.maxViews < maxCount;
}
