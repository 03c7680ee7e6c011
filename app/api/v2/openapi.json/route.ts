import { openApiDocument } from '@/lib/server/http/openapi';

/** Read per request: the document names the installation's own address. */
export const dynamic = 'force-dynamic';

export const GET = (): Response =>
  Response.json(openApiDocument(), { headers: { 'cache-control': 'no-cache' } });
