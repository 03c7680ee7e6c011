import { activity } from '@/lib/contract/activity/activity';
import { recipient } from '@/lib/contract/share/recipient';

/** What any change of a share's recipients makes stale. */
export const peopleReloads = { reloads: [recipient.list, activity.ofShare] };
