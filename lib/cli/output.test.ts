import { expect, onTestFinished, test, vi } from 'vitest';
import { Failure } from './failure';
import { outputOf } from './output';

function captured(options: { quiet?: boolean; json?: boolean } = {}) {
  const said = { out: '', err: '' };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(((text: string, done?: () => void) => {
    said.out += text;
    done?.();
    return true;
  }) as typeof process.stdout.write);
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.err += text;
    return true;
  });
  const end = () => {
    out.mockRestore();
    err.mockRestore();
  };
  onTestFinished(end);
  return { said, output: outputOf(options) };
}

const link = 'https://files.example.org/app/open/a-link#k=Secret_key-1';

test.each([{}, { json: true }])('keys of sealed shares go to stdout alone: %j', async (options) => {
  const { said, output } = captured(options);
  output.note(`Sent to ${link}`);
  output.failure(new Failure(`${link} is gone.`));
  await output.result(link, { url: link });
  expect(said.err).not.toContain('Secret_key-1');
  expect(said.err.match(/#k=…/g)).toHaveLength(2);
  expect(said.out).toContain('#k=Secret_key-1');
});

test('who wants it quiet reads failures and results, and no notes', async () => {
  const { said, output } = captured({ quiet: true });
  output.note('Skipped.');
  output.failure(new Failure('It broke.'));
  await output.result('Done', {});
  expect(said).toEqual({ out: 'Done\n', err: 'slipway: It broke.\n' });
});

test('programs read rows with tabs, and nothing where there are none', async () => {
  const { said, output } = captured();
  await output.table(['ID', 'NAME'], [['a', 'b\nc']], []);
  await output.table(['ID', 'NAME'], [], []);
  expect(said.out).toBe('a\tb c\n');
});

test('JSON has no letter that a terminal would follow, and names the kind of a failure', async () => {
  const { said, output } = captured({ json: true });
  await output.table(['NAME'], [['x']], [{ name: 'a\u202eb\u009b' }]);
  output.failure(new Failure('It broke.', 'notFound'));
  expect(said).toEqual({
    out: '[{"name":"a\\u202eb\\u009b"}]\n',
    err: '{"code":"notFound","message":"It broke."}\n',
  });
});
