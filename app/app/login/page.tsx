import type { Metadata, Route } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import Markdown from 'react-markdown';
import { LoginForm } from '@/components/auth/login-form';
import { Logo } from '@/components/nav/logo';
import { returnPath } from '@/lib/domain/return-path';
import { config } from '@/lib/server/config';
import { pageViewer } from '@/lib/server/http/page';

const initialPages = { home: '/app/home', uploads: '/app/uploads', share: '/app/share' } as const;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('login'))('title') };
}

export default async function LoginPage({ searchParams }: PageProps<'/app/login'>) {
  const { r } = await searchParams;
  const { INITIAL_PAGE, WELCOME_MESSAGE } = config();
  const back = returnPath(typeof r === 'string' ? r : null, initialPages[INITIAL_PAGE]);
  if (await pageViewer()) redirect(back as Route);
  return (
    <div className="mx-auto mt-[12vh] flex max-w-sm flex-col gap-8">
      <Logo />
      {WELCOME_MESSAGE && (
        <div className="text-sm text-pretty text-muted [&_a]:underline">
          <Markdown>{WELCOME_MESSAGE}</Markdown>
        </div>
      )}
      <LoginForm back={back} />
    </div>
  );
}
