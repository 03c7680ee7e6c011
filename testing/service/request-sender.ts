// A turn of the jobs that remind and send, at the time AT, as a process of its own that a test can kill.
import { remindPeople } from '@/lib/features/request/remind';
import { smtpMailer } from '@/lib/server/mail/mailer';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { openContext } from './context';

const ctx = openContext({ now: new Date(process.env.AT ?? '') });
const sending = { ...ctx, mail: smtpMailer(ctx.config, 5_000) };
await remindPeople(sending);
await sendNotices(sending);
process.exit(0);
