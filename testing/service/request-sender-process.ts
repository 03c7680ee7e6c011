import { type ChildProcess, spawn } from 'node:child_process';

type SenderPlace = { DATABASE_URL: string; SMTP_URL: string; BASE_URL: string; AT: string };

/** Its errors are those of the test. */
export function startSender(place: SenderPlace): ChildProcess {
  const loaders = ['--conditions=react-server', '--import', 'tsx'];
  return spawn(process.execPath, [...loaders, 'testing/service/request-sender.ts'], {
    env: { ...process.env, MAIL_FROM: 'slipway@example.org', ...place },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
