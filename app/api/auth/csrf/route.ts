import { nextAuthRoute } from '@/lib/server/http/next-auth-route';

export const GET = nextAuthRoute({ method: 'GET', path: ['csrf'] });
