import { systemContext } from '@/lib/server/container';
import { readLogo } from '@/lib/server/services/server-settings/logo';

/** The operator's logo. Its address changes with it. */
export async function GET(_request: Request, { params }: RouteContext<'/brand/[id]'>): Promise<Response> {
  const bytes = await readLogo(systemContext(), (await params).id);
  if (!bytes) return new Response(null, { status: 404 });
  const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' };
  return new Response(bytes, { headers });
}
