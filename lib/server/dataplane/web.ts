import 'server-only';
export async function dataplane(_request: Request): Promise<Response> {
  return new Response(null, { status: 501 });
}
