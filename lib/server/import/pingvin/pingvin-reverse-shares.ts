import 'server-only';
import type { Item } from '../source';
import { count, type Row, text } from '../sqlite';
import { moment, type Pingvin } from './installation';

const dayMs = 86_400_000;

/** Reverse shares become inboxes; what ends or limits them has no place here. */
export function* readReverseShares({ db, now }: Pingvin): Generator<Item> {
  for (const row of db.all('SELECT * FROM ReverseShare ORDER BY createdAt, id')) {
    const createdAt = moment(row.createdAt);
    const ends = moment(row.shareExpiration);
    const uses = count(row.remainingUses);
    const oldId = text(row.token);
    const name = `Reverse share of ${createdAt.toISOString().slice(0, 10)}`;
    yield {
      alias: {
        oldId,
        ownerId: text(row.creatorId),
        name,
        enabled: ends > now && uses > 0,
        validityMs: Math.max(dayMs, ends.getTime() - now.getTime()),
        createdAt,
      },
    };
    const lost = `its end (${ends.toISOString()}), its limit of ${text(row.maxShareSize)} bytes, its ${uses} uses left`;
    yield { remark: { kind: 'alias', oldId, name, text: `not kept: ${lost}` } };
  }
}

/** The reverse share that a share came through. */
export const reverseShareOf = ({ db }: Pingvin, share: Row): Row | undefined =>
  db.all('SELECT * FROM ReverseShare WHERE id = ?', [text(share.reverseShareId)])[0];
