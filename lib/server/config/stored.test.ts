import { expect, test } from 'vitest';
import { settingNames } from '@/lib/domain/server-settings';
import { fittingStored } from './stored';

const everything = () => true;

test.each(settingNames)(
  '%s: an empty variable leaves what was set in the browser, any other wins',
  (name) => {
    const stored = { texts: { [name]: 'from the browser' }, lost: [], stamp: 1 };
    const textsFor = (env: Record<string, string | undefined>) =>
      fittingStored(env, stored, everything).texts;
    expect(textsFor({})).toEqual({ [name]: 'from the browser' });
    expect(textsFor({ [name]: undefined })).toEqual({ [name]: 'from the browser' });
    expect(textsFor({ [name]: '' })).toEqual({ [name]: 'from the browser' });
    expect(textsFor({ [name]: '0' })).toEqual({});
    expect(textsFor({ [name]: 'from the environment' })).toEqual({});
  },
);
