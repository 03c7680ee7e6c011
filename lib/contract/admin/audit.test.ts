import { expect, test } from 'vitest';
import { audit } from './audit';

test.each(['from', 'to'])('%s is an instant from 1970 to 9999, and named when it is none', (field) => {
  for (const moment of ['0', '1795598433440', '253402300799999'])
    expect(audit.search.query.safeParse({ [field]: moment }).success).toBe(true);
  for (const moment of ['-1', '253402300800000', '8640000000000000', '1e300', '0.5', 'x', 'Infinity']) {
    const { error } = audit.search.query.safeParse({ [field]: moment });
    expect(error?.issues[0]?.path).toEqual([field]);
  }
});
