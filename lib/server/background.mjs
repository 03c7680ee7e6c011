// What a thread imports whose work may wait: where processors are scarce, pages and other calls go first. On Linux a
// priority is the calling thread's own; elsewhere it would be the whole process'.
import { execFile } from 'node:child_process';
import os from 'node:os';

/** With this a thread gets a tenth of a processor that somebody else wants as well. */
const niceness = 10;

/** It is a favour to others: whatever prevents it, the thread works all the same. */
function tryTo(work) {
  try {
    work();
  } catch {
    // as it was, then
  }
}

// Another process tries first: a system-call filter may kill the process that asks, as systemd's does unless it names an error.
if (process.platform === 'linux') {
  tryTo(() =>
    execFile(process.execPath, ['-e', `os.setPriority(${niceness})`], (refused) => {
      if (!refused) tryTo(() => os.setPriority(niceness));
    }),
  );
}
