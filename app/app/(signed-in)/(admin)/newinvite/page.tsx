import { pageTitle } from '@/components/app/words';
import { NewInvite } from '@/components/invite/new-invite';
import { Seeded } from '@/lib/client/seeded';
import { signup } from '@/lib/contract/signup';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { listInvites } from '@/lib/server/services/signup/invites';

export const generateMetadata = pageTitle('invite.title');

export default async function NewInvitePage() {
  const ctx = await pageContext('admin', paths.newInvite);
  return (
    <Seeded call={signup.invites} input={{}} answer={await listInvites(ctx)}>
      <NewInvite />
    </Seeded>
  );
}
