import { pageTitle } from '@/components/app/words';
import { Device } from '@/components/device/device';
import { formatDeviceCode, readDeviceCode } from '@/lib/domain/pasted/codes';
import { serverPaths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';

export const generateMetadata = pageTitle('device.title');

export default async function DevicePage({ searchParams }: PageProps<'/app/device'>) {
  const { code } = await searchParams;
  const letters = typeof code === 'string' ? readDeviceCode(code) : null;
  const given = letters === null ? '' : formatDeviceCode(letters);
  await pageContext('user', serverPaths.device(given || undefined));
  return <Device given={given} />;
}
