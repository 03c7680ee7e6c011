import 'server-only';
import type { ReactNode } from 'react';
import { Seeded, SeededPages } from '@/lib/client/seeded';
import { activity, activityInput } from '@/lib/contract/activity';
import { settings } from '@/lib/contract/settings';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import type { UserContext } from '@/lib/server/context';
import { getShareNotifications } from '@/lib/server/services/activity/notifications';
import { getShareActivity } from '@/lib/server/services/activity/share-activity';
import { getEmail } from '@/lib/server/services/settings/email';

type SeededActivityProps = { ctx: UserContext; detail: ShareDetail; isWanted: boolean; children: ReactNode };

/** A page that opens with the activity brings it along, so that nothing below makes way for it later. */
export async function SeededActivity({ ctx, detail, isWanted, children }: SeededActivityProps) {
  if (!isWanted || detail.blocked) return children;
  const { id } = detail;
  const { params, query } = activityInput(id);
  const first = await getShareActivity(ctx, { shareId: id, page: 1, ...query });
  const seeded = (
    <SeededPages call={activity.ofShare} input={{ params, query }} first={first}>
      {children}
    </SeededPages>
  );
  if (detail.creator !== ctx.viewer.login) return seeded;
  const [told, email] = await Promise.all([getShareNotifications(ctx, { shareId: id }), getEmail(ctx)]);
  return (
    <Seeded call={activity.told} input={{ params }} answer={told}>
      <Seeded call={settings.getEmail} input={{}} answer={email}>
        {seeded}
      </Seeded>
    </Seeded>
  );
}
