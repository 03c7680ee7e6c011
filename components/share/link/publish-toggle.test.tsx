import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import type { PublishState } from '@/lib/domain/publish';
import { mount } from '@/testing/screens/mount';
import { PublishToggle } from './publish-toggle';

const calls = (did: string[]) => ({
  publish: (reuseId: boolean) => void did.push(`publish ${reuseId}`),
  unpublish: () => void did.push('unpublish'),
  undo: () => undefined,
  canUndo: false,
  isPending: false,
  isFresh: false,
  error: null,
});

test.each<[PublishState, label: string, icon: string, does: string]>([
  ['unpublished', 'Get a link', 'link', 'publish true'],
  ['published', 'Turn off the link', 'unlink', 'unpublish'],
  ['expired', 'Turn off the link', 'triangle-alert', 'unpublish'],
  ['used-up', 'Turn off the link', 'triangle-alert', 'unpublish'],
])('icon and label of the publish button follow the state %s', async (state, name, icon, does) => {
  const did: string[] = [];
  const detail = { files: [], total: { files: 0, size: 0, incomplete: 0 } } as unknown as ShareDetail;
  const { person } = mount(<PublishToggle detail={detail} state={state} publishing={calls(did)} />);
  const button = screen.getByRole('button', { name });
  expect(button.querySelector('svg')?.getAttribute('class')).toContain(`lucide-${icon}`);
  await person.click(button);
  expect(did).toEqual([does]);
});
