import { account } from './account/account';
import { accountCode } from './account/account-code';
import { leaving } from './account/leaving';
import { ownData } from './account/own-data';
import { activity, ending } from './activity';
import { album } from './alias/album';
import { alias } from './alias/alias';
import { aliasForm } from './alias/alias-form';
import { deliveries } from './alias/deliveries';
import { receipt } from './alias/receipt';
import { unlock } from './alias/unlock';
import { audit } from './audit';
import { auth } from './auth';
import { device } from './device';
import { doctor } from './doctor';
import { factor } from './factor';
import type { Endpoint } from './http/endpoint';
import { info } from './info';
import { mail } from './mail';
import { open } from './open';
import { oversight } from './oversight';
import { passkey } from './passkey';
import { quarantine } from './quarantine';
import { report } from './report';
import { serverSettings } from './server-settings';
import { session, token } from './session';
import { settings } from './settings';
import { recipient } from './share/recipient';
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
  receipt,
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
