import { reportNavigation } from '@/lib/client/navigation';

/** Called by the framework when somebody is on the way to another page. */
export const onRouterTransitionStart = (url: string): void => reportNavigation(url);
