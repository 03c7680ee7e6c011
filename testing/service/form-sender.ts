import { getShare } from '@/lib/server/services/share/detail';
import { formClient } from './form';
import { uploader } from './transfer';

export async function formSender(port: number) {
  const { ctx, share, auth } = await uploader();
  const detail = (shareId: string) => getShare(ctx, { shareId });
  const names = async (shareId: string) =>
    (await detail(shareId)).files.map(({ path, filename }) => (path ? `${path}/${filename}` : filename));
  return { ctx, share, auth, client: formClient(port, auth), detail, names };
}
