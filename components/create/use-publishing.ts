'use client';

import { useAppConfig } from '@/lib/client/app-config';
import { useCall } from '@/lib/client/call/use-call';
import { settings } from '@/lib/contract/settings';

/**
 * Whether submitting the form publishes. Where the installation publishes by itself each person may have turned it
 * off; where it doesn't, the button says it and the person decides each time.
 */
export function usePublishing(): boolean {
  const { autoPublishEnabled } = useAppConfig();
  const { data } = useCall(settings.getPreferences, {});
  return !autoPublishEnabled || (data?.autoPublish ?? true);
}
