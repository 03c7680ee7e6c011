import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { pageTitle } from '@/components/app/words';
import { AskForm } from '@/components/request/ask/ask-form';
import { PageHeader } from '@/components/ui/page-header';
import { paths } from '@/lib/paths';
import { requestPaths } from '@/lib/request-paths';
import { pageId } from '@/lib/server/http/page';
import { loadInbox } from '../inbox';

export const generateMetadata = pageTitle('request.new');

export default async function NewRequestPage({ params }: PageProps<'/app/alias/[id]/request/new'>) {
  const id = await pageId(params);
  const { ctx, detail } = await loadInbox(id, requestPaths.new(id));
  if (detail.ownerId !== ctx.viewer.id) redirect(paths.info(0));
  const t = await getTranslations('request');
  return (
    <div className="mx-auto w-full max-w-xl">
      <PageHeader title={t('new')} lead={detail.name} />
      <AskForm aliasId={id} isSealed={detail.keyFingerprint !== null} />
    </div>
  );
}
