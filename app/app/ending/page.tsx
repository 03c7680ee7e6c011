import { pageTitle } from '@/components/app/words';
import { Ending } from '@/components/ending/ending';

export const generateMetadata = pageTitle('ending.title');

export default function EndingPage() {
  return <Ending />;
}
