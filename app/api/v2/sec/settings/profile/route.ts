import { profile } from '@/lib/contract/account/profile';
import { route } from '@/lib/server/http/route';
import { getProfile, saveProfile } from '@/lib/server/services/profile/profile';

export const GET = route(profile.get, ({ ctx }) => getProfile(ctx));

export const POST = route(profile.save, ({ ctx, body }) => saveProfile(ctx, body));
