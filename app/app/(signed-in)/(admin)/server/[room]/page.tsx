import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ServerRoom } from '@/components/server/server-room';
import { adminPaths } from '@/lib/admin-paths';
import { Seeded } from '@/lib/client/seeded';
import { serverSettings } from '@/lib/contract/admin/server-settings';
import { isServerRoom, serverRooms } from '@/lib/domain/server-settings';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { listSettings } from '@/lib/server/services/server-settings/list';

type Props = PageProps<'/app/server/[room]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { room } = await params;
  const t = await getTranslations('server');
  if (!isServerRoom(room) || room === 'general') return {};
  return { title: room === 'signin' ? t('room.signin') : t(`group.${serverRooms[room][0]}.title`) };
}

export default async function Page({ params }: Props) {
  const { room } = await params;
  const ctx = await pageContext('admin', isServerRoom(room) ? adminPaths.serverRoom(room) : paths.server);
  if (!isServerRoom(room)) notFound();
  if (room === 'general') redirect(paths.server);
  return (
    <Seeded call={serverSettings.list} input={{}} answer={await listSettings(ctx)}>
      <ServerRoom room={room} />
    </Seeded>
  );
}
