import { Announcement } from '@/components/app/announcement';
import { ConnectionLine } from '@/components/app/connection-line';
import { Words } from '@/components/app/words';
import { Footer } from '@/components/nav/footer';
import { SkipLink, TopBar } from '@/components/nav/top-bar';
import { LatePill } from '@/components/upload/pill/late-pill';
import { FollowChoices } from '@/lib/client/choices/follow-choices';
import { Seeded } from '@/lib/client/seeded';
import { SessionProvider } from '@/lib/client/session/session';
import { share } from '@/lib/contract/share/share';
import { chosenPreferences, optionalPageContext } from '@/lib/server/http/page';
import { countUnread } from '@/lib/server/services/delivery/marks';
import { announcementNow } from '@/lib/server/services/info/announcement';
import { appConfig } from '@/lib/server/services/info/app-config';
import { legalPages } from '@/lib/server/services/info/legal-pages';

const none = { unread: 0 };

export default async function AppLayout({ children }: LayoutProps<'/app'>) {
  const ctx = await optionalPageContext();
  const { viewer } = ctx;
  const choices = await chosenPreferences();
  const config = appConfig(ctx);
  const announcement = announcementNow(ctx);
  const received = viewer && (await countUnread({ ...ctx, viewer }));
  const known = viewer && { id: viewer.id, login: viewer.login, admin: viewer.admin };
  return (
    <SessionProvider viewer={known}>
      {choices && <FollowChoices choices={choices} />}
      <div className="relative flex min-h-dvh flex-col">
        <SkipLink />
        <Seeded call={share.received} input={{}} answer={received ?? none}>
          <TopBar config={config} isSignedIn={known !== null} />
        </Seeded>
        {announcement && <Announcement {...announcement} />}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-5xl flex-1 px-6 pt-10 pb-16 outline-none"
        >
          {children}
        </main>
        <Footer config={config} isSignedIn={known !== null} legal={legalPages(ctx).map(({ name }) => name)} />
        {known && (
          <Words of="followers">
            <LatePill accountId={known.id} />
          </Words>
        )}
        <ConnectionLine />
      </div>
    </SessionProvider>
  );
}
