import { openApiDocument } from '@/lib/server/http/openapi';

/** Built per request, because it contains the installation's own URL. */
export const dynamic = 'force-dynamic';

export const GET = (): Response =>
  Response.json(openApiDocument(), { headers: { 'cache-control': 'no-cache' } });
