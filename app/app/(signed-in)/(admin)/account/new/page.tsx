import { CreateAccount } from '@/components/account/edit/create-account';
import { pageTitle } from '@/components/app/words';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { defaultLimits } from '@/lib/server/services/quota/usage';

export const generateMetadata = pageTitle('account.form.createTitle');

export default async function NewAccountPage() {
  const ctx = await pageContext('admin', paths.newAccount);
  return <CreateAccount defaults={defaultLimits(ctx)} />;
}
