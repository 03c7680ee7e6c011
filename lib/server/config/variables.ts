import { accessVariables } from './access';
import { directoryVariables } from './directory';
import { lookVariables } from './look';
import { mailVariables } from './mail';
import { operationVariables, serverVariables } from './server';
import { sharingVariables } from './sharing';
import { storageVariables } from './storage';

/** In the order of docs/operate/configure.md, which is generated from them. */
export const variables = {
  ...serverVariables,
  ...storageVariables,
  ...accessVariables,
  ...directoryVariables,
  ...sharingVariables,
  ...mailVariables,
  ...lookVariables,
  ...operationVariables,
};
