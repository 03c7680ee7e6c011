import { doctor } from '@/lib/contract/admin/doctor';
import { route } from '@/lib/server/http/route';
import { examine } from '@/lib/server/services/doctor/examine';

export const GET = route(doctor.examine, ({ ctx, headers }) =>
  examine(ctx, { forwardedFor: headers.get('x-forwarded-for') }),
);
