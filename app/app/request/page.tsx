import { pageTitle } from '@/components/app/words';
import { AskedPage } from '@/components/request/asked-page';

export const generateMetadata = pageTitle('asked.title');

export default function RequestPage() {
  return <AskedPage />;
}
