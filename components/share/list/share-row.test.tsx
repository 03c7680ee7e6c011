import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DetailHeader } from '@/components/share/detail/detail-header';
import { ShareListItem } from '@/lib/contract/share/share-shapes';
import { blankOf } from '@/testing/sample';
import { mount } from '@/testing/screens/mount';
import { sampleLink, sampleShare } from '@/testing/screens/sample-share';
import { ShareRow } from './share-row';

const never = { ...blankOf(ShareListItem), id: 'share-0123456789abcdef', name: 'Plans', title: 'Plans' };

test.each([
  ['whose link was turned off', { withdrawn: true }, sampleLink({ enabled: false }), 'Link withdrawn'],
  ['that never had a link', { withdrawn: false }, null, 'Draft'],
])('a share %s is called so in the list and on its page', (_, item, publishInfo, state) => {
  mount(
    <>
      <table>
        <tbody>
          <ShareRow item={{ ...never, ...item }} now={0} />
        </tbody>
      </table>
      <DetailHeader detail={sampleShare({ publishInfo })} state="unpublished" />
    </>,
  );
  expect(screen.getByRole('row').textContent).toContain(state);
  expect(screen.getByRole('banner').textContent).toContain(state);
});

test('an encrypted share is marked in the list', () => {
  mount(
    <table>
      <tbody>
        <ShareRow item={{ ...never, e2ee: 'v1' }} now={0} />
      </tbody>
    </table>,
  );
  screen.getByRole('img', { name: 'End-to-end encrypted' });
});

test('a delivery stays a delivery when its link is turned off', () => {
  mount(
    <table>
      <tbody>
        <ShareRow item={{ ...never, withdrawn: true, aliasInfo: { id: 'jobs', name: 'Jobs' } }} now={0} />
      </tbody>
    </table>,
  );
  expect(screen.getByRole('row').textContent).toContain('Received');
});
