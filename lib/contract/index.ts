import { account } from './account/account';
import { accountCode } from './account/account-code';
import { leaving } from './account/leaving';
import { ownData } from './account/own-data';
import { profile } from './account/profile';
import { activity, ending } from './activity';
import { audit } from './admin/audit';
import { doctor } from './admin/doctor';
import { oversight } from './admin/oversight';
import { quarantine } from './admin/quarantine';
import { serverSettings } from './admin/server-settings';
import { album } from './alias/album';
import { alias } from './alias/alias';
import { aliasForm } from './alias/alias-form';
import { asked } from './alias/asked';
import { deliveries } from './alias/deliveries';
import { receipt } from './alias/receipt';
import { round } from './alias/round';
import { unlock } from './alias/unlock';
import { auth } from './auth';
import { device } from './device';
import { factor } from './factor';
import type { Endpoint } from './http/endpoint';
import { info } from './info';
import { mail } from './mail';
import { open } from './open';
import { passkey } from './passkey';
import { report } from './report';
import { session, token } from './session';
import { settings } from './settings';
import { recipient } from './share/recipient';
import { inboxSeal, sealed } from './share/sealed';
import { share } from './share/share';
import { signup } from './signup';
import { webhook } from './webhook';

export const groups: Record<string, Record<string, Endpoint>> = {
  info,
  auth,
  signup,
  account,
  audit,
  oversight,
  quarantine,
  settings,
  profile,
  factor,
  leaving,
  ownData,
  passkey,
  session,
  token,
  webhook,
  device,
  accountCode,
  alias,
  aliasForm,
  album,
  inbox: { unlock },
  deliveries,
  share,
  sealed,
  inboxSeal,
  receipt,
  round,
  asked,
  activity,
  recipient,
  ending,
  open,
  report,
  mail,
  doctor,
  serverSettings,
};

export const endpoints: Endpoint[] = Object.values(groups).flatMap((group) => Object.values(group));
