import { doctor } from '@/lib/contract/admin/doctor';
import { route } from '@/lib/server/http/route';
import { confirmClock } from '@/lib/server/services/clock/clock';

export const POST = route(doctor.confirmClock, ({ ctx }) => confirmClock(ctx));
