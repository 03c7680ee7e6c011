import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { fewViews } from '@/lib/domain/publish';

/** In front of a share: nothing, or what recipients are asked for first (components/open/open-share). */
export type Door = 'none' | 'sealed' | 'code' | 'password' | 'ask';

/** @param only it opens for its recipients alone */
export function doorOf({ e2ee, password, maxViews, publishInfo }: ShareDetail, only: boolean): Door {
  if (e2ee) return 'sealed';
  if (only) return 'code';
  if (password) return 'password';
  return maxViews - (publishInfo?.views ?? 0) <= fewViews ? 'ask' : 'none';
}
