import { getShare } from '@/lib/server/services/share/get';
import { uploader } from './dataplane';
import { formClient } from './form';

/** Somebody who sends forms and looks at what has become of them. */
export async function formSender(port: number) {
  const { ctx, share, auth } = await uploader();
  const detail = (shareId: string) => getShare(ctx, { shareId });
  const names = async (shareId: string) =>
    (await detail(shareId)).files.map(({ path, filename }) => (path ? `${path}/${filename}` : filename));
  return { ctx, share, auth, client: formClient(port, auth), detail, names };
}
