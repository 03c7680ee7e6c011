import { EndingOfLink } from '@/components/open/dead-link';
import { pageId } from '@/lib/server/http/page';
import { peek } from './peek';

/** Hands on why a link is dead: the not-found page gets nothing from it. */
export default async function OpenLayout({ params, children }: LayoutProps<'/app/open/[id]'>) {
  const found = await peek(await pageId(params));
  return (
    <EndingOfLink ending={typeof found === 'string' && found !== 'arriving' ? found : null}>
      {children}
    </EndingOfLink>
  );
}
