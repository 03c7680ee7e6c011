import { accessVariables } from './access';
import { demoVariables } from './demo';
import { directoryVariables } from './directory';
import { lookVariables } from './look';
import { mailVariables } from './mail';
import { scanVariables } from './scan';
import { operationVariables, serverVariables } from './server';
import { sharingVariables } from './sharing';
import { storageVariables } from './storage';
import { webhookVariables } from './webhook';

/** The sections of docs/operate/configure.md, which is generated from them. */
export const variableGroups = {
  Server: serverVariables,
  Files: storageVariables,
  Access: accessVariables,
  Directory: directoryVariables,
  Sharing: sharingVariables,
  'Virus scan': scanVariables,
  Mail: mailVariables,
  Webhooks: webhookVariables,
  Look: lookVariables,
  Operation: { ...operationVariables, ...demoVariables },
};

export const variables = {
  ...variableGroups.Server,
  ...variableGroups.Files,
  ...variableGroups.Access,
  ...variableGroups.Directory,
  ...variableGroups.Sharing,
  ...variableGroups['Virus scan'],
  ...variableGroups.Mail,
  ...variableGroups.Webhooks,
  ...variableGroups.Look,
  ...variableGroups.Operation,
};
