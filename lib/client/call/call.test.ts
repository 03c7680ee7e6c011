import { expect, test } from 'vitest';
import { share } from '@/lib/contract/share/share';
import { call } from './call';

test('what no URL can be made of is said before anything is asked', async () => {
  const outcome = call(share.get, { params: { id: 'a\ud800' } });
  await expect(outcome).rejects.toMatchObject({ kind: 'url', message: expect.stringContaining('a\ufffd') });
});
