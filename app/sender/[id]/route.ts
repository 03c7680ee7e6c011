import { systemContext } from '@/lib/server/container';
import { readPicture } from '@/lib/server/services/profile/profile';

/** A sender's picture. Its address changes with it and says nothing else. */
export async function GET(_request: Request, { params }: RouteContext<'/sender/[id]'>): Promise<Response> {
  const bytes = await readPicture(systemContext(), (await params).id);
  if (!bytes) return new Response(null, { status: 404 });
  // Not for longer: an admin may take it away.
  return new Response(bytes, {
    headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' },
  });
}
