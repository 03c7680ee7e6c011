import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { Ident } from '@/lib/contract/fields';
import { headerNames } from '@/lib/contract/http/names';
import type { AliasPass } from '@/lib/server/context';
import type { PrismaClient } from '@/lib/server/db/generated/client';
import { registeredFeatures } from '@/lib/server/registered-features';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { acceptingFiles } from '@/lib/server/services/access/alias';
import { albumSelect, isAlbumShut } from '@/lib/server/services/album/lock';
import { applicableForm, formOf } from '@/lib/server/services/delivery/form-row';
import { inboxLock } from './inbox-password';

/**
 * Reads the alias named in the header from the database, so that switching it off takes effect with the next request.
 * @throws alias.notUsable for every reason, so that none is revealed
 */
export async function aliasPassOf(db: PrismaClient, headers: RequestHeaders, now: Date): Promise<AliasPass> {
  const { data: id } = Ident.safeParse(headers.get(headerNames.alias));
  const alias = id
    ? await db.alias.findUnique({
        where: { id, ...acceptingFiles },
        select: {
          id: true,
          ownerId: true,
          validityMs: true,
          album: { select: albumSelect },
          albumChecks: true,
          passwordHash: true,
          passwordVersion: true,
          form: true,
        },
      })
    : null;
  if (!alias) return passOfFeature(db, id, now);
  const { ownerId, validityMs, albumChecks } = alias;
  const album = albumChecks ? null : alias.album;
  return {
    id: alias.id,
    ownerId,
    validityMs: Number(validityMs),
    albumId: album?.id ?? null,
    isAlbumShut: album !== null && isAlbumShut(album, now),
    lock: inboxLock({ ...alias, album }, now),
    form: alias.form && applicableForm(formOf(alias.form), album !== null),
  };
}

async function passOfFeature(db: PrismaClient, given: string | undefined, now: Date): Promise<AliasPass> {
  for (const { aliasPass } of given ? registeredFeatures() : []) {
    const pass = await aliasPass?.(db, given ?? '', now);
    if (pass) return pass;
  }
  throw new AppError('alias.notUsable');
}
