import { LinkEndingProvider } from '@/components/open/dead-link';
import { pageId } from '@/lib/server/http/page';
import { peek } from './peek';

/** Passes on why a link is dead, since a not-found page gets no props. */
export default async function OpenLayout({ params, children }: LayoutProps<'/app/open/[id]'>) {
  const found = await peek(await pageId(params));
  return (
    <LinkEndingProvider ending={typeof found === 'string' && found !== 'arriving' ? found : null}>
      {children}
    </LinkEndingProvider>
  );
}
