import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocumentPage } from '@/components/api-doc/document-page';
import { serverPaths } from '@/lib/paths';
import { config } from '@/lib/server/config';
import { pageContext } from '@/lib/server/http/page';
import { readDocument } from '@/lib/server/services/info/documents';

type Props = PageProps<'/api/doc/operate/[subject]'>;

export const metadata: Metadata = { title: 'Run this server' };

export default async function SubjectPage({ params }: Props) {
  const { subject } = await params;
  await pageContext('admin', serverPaths.operatorDocument(subject));
  const page = (await readDocument(config().ROOT, 'operate', subject)) ?? notFound();
  return <DocumentPage area="operate" {...page} />;
}
