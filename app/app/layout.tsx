import { Footer } from '@/components/nav/footer';
import { TopNav } from '@/components/nav/top-nav';
import { AppConfigProvider } from '@/lib/client/app-config';
import { SessionProvider } from '@/lib/client/session';
import { config } from '@/lib/server/config';
import { pageViewer } from '@/lib/server/http/page';
import { publicConfig } from '@/lib/server/public-config';

/** What every screen stands in: navigation, content, footer. */
export default async function AppLayout({ children }: LayoutProps<'/app'>) {
  const settings = publicConfig(config());
  const viewer = await pageViewer();
  return (
    <AppConfigProvider config={settings}>
      <SessionProvider viewer={viewer && { id: viewer.id, login: viewer.login, admin: viewer.admin }}>
        <div className="flex min-h-dvh flex-col">
          <TopNav />
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-5xl flex-1 px-6 py-10 outline-none"
          >
            {children}
          </main>
          <Footer config={settings} />
        </div>
      </SessionProvider>
    </AppConfigProvider>
  );
}
