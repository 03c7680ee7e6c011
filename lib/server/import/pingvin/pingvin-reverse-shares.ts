import 'server-only';
import type { SourceItem } from '../source';
import { asNumber, asText, type SourceRow } from '../sqlite';
import { asDate, type PingvinInstallation } from './installation';

const dayMs = 86_400_000;

/** Converts reverse shares to inboxes, which have no end and no limit of uses. */
export function* readReverseShares({ db, now }: PingvinInstallation): Generator<SourceItem> {
  for (const row of db.all('SELECT * FROM ReverseShare ORDER BY createdAt, id')) {
    const createdAt = asDate(row.createdAt);
    const ends = asDate(row.shareExpiration);
    const uses = asNumber(row.remainingUses);
    const oldId = asText(row.token);
    const name = `Reverse share of ${createdAt.toISOString().slice(0, 10)}`;
    yield {
      alias: {
        oldId,
        ownerId: asText(row.creatorId),
        name,
        enabled: ends > now && uses > 0,
        validityMs: Math.max(dayMs, ends.getTime() - now.getTime()),
        createdAt,
      },
    };
    const lost = `its end (${ends.toISOString()}), its limit of ${asText(row.maxShareSize)} bytes, its ${uses} uses left`;
    yield { remark: { kind: 'alias', oldId, name, text: `not kept: ${lost}` } };
  }
}

export const reverseShareOf = ({ db }: PingvinInstallation, share: SourceRow): SourceRow | undefined =>
  db.all('SELECT * FROM ReverseShare WHERE id = ?', [asText(share.reverseShareId)])[0];
