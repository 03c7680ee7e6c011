import type { MetadataRoute } from 'next';
import { themeColors } from '@/lib/client/choices/theme-colors';
import { receivePath } from '@/lib/client/shared-in/worker/addresses';
import { defaultPictures } from '@/lib/domain/look';
import { paths } from '@/lib/paths';
import { config } from '@/lib/server/config';
import { appConfig } from '@/lib/server/services/info/app-config';

export const dynamic = 'force-dynamic';

const ownIcons: MetadataRoute.Manifest['icons'] = [
  { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
  { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
  { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
  { src: '/icon-maskable-192.png', type: 'image/png', sizes: '192x192', purpose: 'maskable' },
  { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
];

/** Makes the application installable, and a share target for other apps. */
export default function manifest(): MetadataRoute.Manifest {
  const { APP_NAME } = config();
  const { iconUrl } = appConfig({ config: config() });
  return {
    id: '/',
    name: APP_NAME,
    short_name: APP_NAME.slice(0, 12).trim(),
    start_url: paths.home,
    scope: '/',
    display: 'standalone',
    background_color: themeColors.light,
    theme_color: themeColors.light,
    icons: iconUrl === defaultPictures.icon ? ownIcons : [{ src: iconUrl, sizes: 'any' }],
    share_target: {
      action: receivePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
    },
  };
}
