import { nextAuthRoute } from '@/lib/server/http/next-auth-route';

export const POST = nextAuthRoute({ method: 'POST', path: ['callback', 'password'] });
