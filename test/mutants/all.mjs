// Every fault that is planted.
import { accessMutants } from './access.mjs';
import { admissionMutants } from './admission.mjs';
import { byteMutants } from './bytes.mjs';
import { edgeMutants } from './edges.mjs';
import { factorMutants } from './factor.mjs';
import { nodeMutants } from './nodes.mjs';
import { operationMutants } from './operation.mjs';
import { periodMutants } from './periods.mjs';
import { plantedMutants } from './planted.mjs';
import { quarantineMutants } from './quarantine.mjs';
import { recordMutants } from './records.mjs';
import { ruleMutants } from './rules.mjs';
import { screenMutants } from './screens.mjs';
import { settingMutants } from './settings.mjs';
import { unreadMutants } from './unread.mjs';
import { unseenMutants } from './unseen.mjs';
import { unwatchedMutants } from './unwatched.mjs';

export const allMutants = [
  ...accessMutants,
  ...admissionMutants,
  ...byteMutants,
  ...edgeMutants,
  ...factorMutants,
  ...nodeMutants,
  ...operationMutants,
  ...periodMutants,
  ...plantedMutants,
  ...quarantineMutants,
  ...recordMutants,
  ...ruleMutants,
  ...screenMutants,
  ...settingMutants,
  ...unreadMutants,
  ...unseenMutants,
  ...unwatchedMutants,
];
