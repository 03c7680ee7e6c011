import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { MarkdownTree } from '@/components/files/note/markdown';
import { PlainNote } from '@/components/files/note/plain-note';
import { senderForm } from '@/components/inbox/form/sender-form';
import { Inbox } from '@/components/inbox/inbox';
import { InboxBranding } from '@/components/inbox/inbox-branding';
import { InboxGate } from '@/components/inbox/inbox-gate';
import { InboxTerms } from '@/components/inbox/inbox-terms';
import { AlbumLink, UnavailableInbox } from '@/components/inbox/unavailable-inbox';
import { EncryptedMark } from '@/components/sealed/encrypted-mark';
import { SealedLine } from '@/components/sealed/inbox/sealed-line';
import { paths } from '@/lib/paths';
import { pageId, peekInbox } from '@/lib/server/http/page';
import { readNote } from '@/lib/server/notes/read-note';

type Props = PageProps<'/app/share/[id]'>;

/** Redirects an unknown ID to the page for missing things. */
const peek = async (id: string) => (await peekInbox(id)) ?? redirect(paths.info(1));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await peek(await pageId(params));
  const t = await getTranslations('inbox.state');
  const title = 'name' in view ? view.name : t(`${view.state}.title`);
  return { title, openGraph: { title, type: 'website' } };
}

export default async function InboxPage({ params }: Props) {
  const id = await pageId(params);
  const view = await peek(id);
  if (view.state === 'locked')
    return (
      <>
        <NoScript />
        <InboxGate aliasId={id} />
      </>
    );
  if (view.state === 'off') return <UnavailableInbox view={view} />;
  const { name, language, color, logo, receiver } = view;
  if (view.state !== 'open') {
    return (
      <InboxBranding {...{ color, logo, receiver }}>
        <UnavailableInbox view={view} />
      </InboxBranding>
    );
  }
  const { form, isLate, album, seal } = view;
  return (
    <InboxBranding {...{ color, logo, receiver }}>
      <Inbox
        aliasId={id}
        name={name}
        language={language}
        form={form && senderForm(form)}
        isAlbum={album?.isOpen === true}
        publicKey={seal?.publicKey ?? null}
        keyTexts={await keyTexts()}
        albumLink={album?.isOpen && !album.isLocked ? album.link : null}
      >
        <NoScript />
        {album?.link && <AlbumLink linkId={album.link} />}
        {seal && <SealedInboxLine aliasId={id} publicKey={seal.publicKey} />}
        {form && <InboxTerms form={form} intro={await introOf(form.intro)} isLate={isLate} />}
      </Inbox>
    </InboxBranding>
  );
}

async function NoScript() {
  const t = await getTranslations('inbox');
  return (
    <noscript>
      <p className="mb-6 text-pretty">{t('noScript')}</p>
    </noscript>
  );
}

/** Of an inbox that isn't encrypted, for those whose link says that it is. */
async function keyTexts() {
  const t = await getTranslations('sealed.inbox');
  return { cut: t('cut'), unsealed: t('unsealed') };
}

async function SealedInboxLine(inbox: { aliasId: string; publicKey: string }) {
  const [seal, t] = [await getTranslations('sealed'), await getTranslations('sealed.inbox')];
  const texts = {
    fits: t('sender'),
    unchecked: t('unchecked'),
    cut: t('cut'),
    other: t('other'),
    unable: t('unable'),
  };
  return (
    <SealedLine {...inbox} texts={texts}>
      <EncryptedMark text={seal('chip')} />
    </SealedLine>
  );
}

async function introOf(text: string) {
  if (text.trim() === '') return null;
  const tree = await readNote(text);
  return tree ? <MarkdownTree tree={tree} /> : <PlainNote text={text} />;
}
