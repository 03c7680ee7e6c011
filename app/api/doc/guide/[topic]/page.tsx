import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocumentPage } from '@/components/api-doc/document-page';
import { config } from '@/lib/server/config';
import { readDocument } from '@/lib/server/services/info/documents';

type Props = PageProps<'/api/doc/guide/[topic]'>;

const topicOf = async (params: Props['params']) =>
  (await readDocument(config().ROOT, 'guide', (await params).topic)) ?? notFound();

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await topicOf(params)).title };
}

export default async function TopicPage({ params }: Props) {
  return <DocumentPage area="guide" {...(await topicOf(params))} />;
}
