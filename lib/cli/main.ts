import { Command, CommanderError } from 'commander';
import { Failure } from './failure';
import { type GetOptions, getFiles } from './get/get';
import { deliver, parseInboxAddress } from './inbox';
import { login, logout } from './login';
import { outputOf } from './output';
import { type SendOptions, send } from './send';
import { deliverPipe, sendPipe } from './send-pipe';
import { extend, list, remove } from './shares';
import { type VerifyOptions, verify } from './verify/verify';

declare const SLIPWAY_VERSION: string;

const program = new Command('slipway')
  .description('Send and get files with a Slipway server.')
  .version(SLIPWAY_VERSION)
  .option('-q, --quiet', 'print results and errors only')
  .option('--json', 'print results as JSON')
  .exitOverride()
  .configureOutput({ writeErr: (text) => void (program.opts().json || process.stderr.write(text)) })
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('Try: slipway help');

const output = () => outputOf(program.opts());
const serverOption = ['-s, --server <url>', 'which server, if you use several'] as const;
const nameOption = ['--name <name>', 'name of the share; of the file for “-”'] as const;

program
  .command('login [server]')
  .description('sign in by a code that you confirm in a browser')
  .action((server?: string) => login(output(), server));

program
  .command('logout')
  .description('forget the access token')
  .option(...serverOption)
  .action(({ server }: { server?: string }) => logout(output(), server));

program
  .command('send <files...>')
  .description('share files and folders, and print the link; “-” sends standard input')
  .option(...nameOption)
  .option('--note <text>', 'what visitors read above the files')
  .option('--expires <when>', 'such as 8h, 14 days or 2030-12-24')
  .option('--views <number>', 'how often the link opens')
  .option('--password', 'ask for a password that protects the share')
  .option('--seal', 'encrypt files and words here; the link has the key')
  .option('--new', 'start over instead of resuming an earlier run')
  .option(...serverOption)
  .action((files: string[], options: SendOptions) =>
    isPipe(files) ? sendPipe(output(), options) : send(output(), files, options),
  );

program
  .command('get <link>')
  .description('download the files of a link, and check them')
  .option('-o, --output <dir>', 'where to', '.')
  .option('--dotfiles', 'keep leading dots of names, which else become “_”')
  .option('--after <revision>', 'of an encrypted share, and nothing older than this revision')
  .action((link: string, options: GetOptions) => getFiles(output(), link, options));

program
  .command('ls')
  .description('list your shares: ID, files, size, end, link, name')
  .option('--search <words>', 'only those with these words')
  .option(...serverOption)
  .action((options: { server?: string; search?: string }) => list(output(), options));

program
  .command('rm <shares...>')
  .description('delete shares, by ID, link or address')
  .option(...serverOption)
  .action((shares: string[], options: { server?: string }) => remove(output(), shares, options));

program
  .command('extend <share> <when>')
  .description('extend a link, such as by 7 days or until 2030-12-24')
  .option(...serverOption)
  .action((which: string, by: string, options: { server?: string }) => extend(output(), which, by, options));

program
  .command('verify <server>')
  .description('compare what a server hands out with a release')
  .option('--release <file>', 'its archive, or its list of what it serves')
  .action((server: string, options: VerifyOptions) => verify(output(), server, options));

program
  .command('inbox')
  .description('deliver files to somebody’s inbox')
  .command('send <inbox> <files...>')
  .description('deliver files; “-” sends standard input')
  .option('--name <name>', 'name of the file for “-”')
  .action((inbox: string, files: string[], options: { name?: string }) =>
    isPipe(files)
      ? parseInboxAddress(inbox).then((address) => deliverPipe(output(), address, options))
      : deliver(output(), inbox, files),
  );

function isPipe(files: string[]): boolean {
  if (files.includes('-') && files.length > 1)
    throw new Failure('“-” can’t be combined with other files.', 'usage');
  return files[0] === '-';
}

function end(error: unknown): never {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) process.exit(0);
    // Commander has said it, but not as JSON.
    const message = error.code === 'commander.help' ? 'Try: slipway help' : error.message;
    if (output().isJson) output().failure(new Failure(message.replace(/^error: /, ''), 'usage'));
    process.exit(2);
  }
  output().failure(error);
  process.exit(error instanceof Failure ? error.exitCode : 1);
}

for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => {
    if (process.stderr.isTTY) process.stderr.write('\n');
    output().failure(new Failure('Stopped. Run the same command again to go on.', 'failed', 'stopped'));
    process.exit(code);
  });
// Programs such as `head` close our output early; a full disk is a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  end(error);
});
program.parseAsync().then(() => process.exit(), end);
