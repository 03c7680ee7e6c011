import { activity } from '@/lib/contract/activity/activity';
import { recipient } from '@/lib/contract/share/recipient';

export const peopleReloads = { reloads: [recipient.list, activity.ofShare] };
