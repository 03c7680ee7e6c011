import { signup } from '@/lib/contract/signup';
import { route } from '@/lib/server/http/route';
import { register } from '@/lib/server/services/signup/register';

export const POST = route(signup.register, ({ ctx, body }) => register(ctx, body));
